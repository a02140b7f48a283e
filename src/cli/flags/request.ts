/** Flags of the verb that compresses a request to a model. */
import type { Flag } from './types.ts'

export const REQUEST_FLAGS: readonly Flag[] = [
  {
    name: 'format',
    category: 'Input',
    value: { placeholder: 'FORMAT', type: 'text', choices: ['anthropic', 'chat_completions', 'responses', 'gemini'] },
    doc: 'The format of the body; recognised by its members when not given',
    verbs: ['request'],
  },
  {
    name: 'threshold',
    category: 'What to keep',
    value: { placeholder: 'TOKENS', type: 'natural' },
    default: '2000',
    doc: 'Leave tool results of fewer tokens as they are',
    verbs: ['request'],
  },
  {
    name: 'budget',
    short: 'b',
    category: 'What to keep',
    value: { placeholder: 'TOKENS', type: 'number' },
    default: '2000',
    doc: 'Ceiling for each reduced tool result in tokens, notes included',
    verbs: ['request'],
  },
  {
    name: 'query',
    short: 'q',
    category: 'What to keep',
    value: { placeholder: 'WORDS', type: 'text' },
    doc: 'What the reader looks for; it shapes only results that no earlier request can have sent',
    verbs: ['request'],
  },
  {
    name: 'frozen',
    category: 'What to keep',
    value: { placeholder: 'RULE', type: 'text', choices: ['cache_control', 'conversation'] },
    default: 'cache_control',
    doc: 'What stays as it was sent before, so that the prompt cache of the provider holds',
    more:
      'cache_control leaves everything up to the last cache mark of the body. conversation sends again, byte for byte, what an earlier ' +
      'request of the same conversation sent, also where the newest message is marked; it is kept in .context-diet/requests/.',
    verbs: ['request'],
  },
  {
    name: 'conversation',
    category: 'What to keep',
    value: { placeholder: 'NAME', type: 'text' },
    doc: 'Name of the conversation; by default a hash of its first user message',
    verbs: ['request'],
  },
  {
    name: 'errors',
    category: 'What to keep',
    value: { placeholder: 'HOW', type: 'text', choices: ['diet', 'keep'] },
    default: 'diet',
    doc: 'Reduce results of failed tools like others, or leave them',
    verbs: ['request'],
  },
  {
    name: 'repeats',
    category: 'What to keep',
    negatable: true,
    doc: 'Whether a result identical to an earlier one becomes a reference to it; it does by default',
    verbs: ['request'],
  },
  {
    name: 'retrieve-tool',
    category: 'What to keep',
    value: { placeholder: 'NAME', type: 'text' },
    default: 'diet_retrieve',
    doc: 'Tool that reads originals: its results stay, and digests name it where the request offers it',
    verbs: ['request'],
  },
  {
    name: 'stash',
    category: 'Output',
    negatable: true,
    doc: 'Save each original below .context-diet/ before a digest refers to it; --no-stash saves none',
    verbs: ['request'],
  },
]
