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
