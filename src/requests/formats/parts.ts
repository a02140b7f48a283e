/** Content parts, which the formats share: `{type: 'text', text}` under different type names. */
import type { JsonNode, JsonReader, Path } from '../json.ts'
import type { TextAt } from './types.ts'

export const typeOf = (json: JsonReader, part: JsonNode): string | undefined => json.text(json.get(part, 'type'))

/** The text of a part of one of these types; images, files and parts of other types have none. */
export const partText = (json: JsonReader, part: JsonNode, path: Path, types: readonly string[]): TextAt | undefined => {
  const node = json.get(part, 'text')
  return json.isString(node) && types.includes(typeOf(json, part) ?? '') ? { node, path: [...path, 'text'] } : undefined
}

/** The texts of a content that is a string, a part, or an array of parts. */
export const contentTexts = (
  json: JsonReader,
  content: JsonNode | undefined,
  path: Path,
  types: readonly string[],
): readonly TextAt[] => {
  if (content === undefined) return []
  if (json.isString(content)) return [{ node: content, path }]
  const single = partText(json, content, path, types)
  if (single !== undefined) return [single]
  return json.items(content).flatMap((part, k) => partText(json, part, [...path, k], types) ?? [])
}

/** A provider's cache mark on a block, a message or the body; gateways pass it on in formats that have none of their own. */
export const hasCacheMark = (json: JsonReader, value: JsonNode): boolean => {
  const mark = json.get(value, 'cache_control')
  return mark !== undefined && !json.isNull(mark)
}
