/** Which entities a query means, and which of their members. */
import { createRelevance } from '../../source/bm25.ts'
import { isArrayAt, isKeyAt, isObjectAt, isStringAt } from '../../source/json.ts'
import type { Model } from './model.ts'

const QUERY = 60

/** Records of one group have the same keys, which tell none of them from the others; a key that few of them have does. */
const valuesText = (model: Model, n: number): string => {
  const { tape, entity, group, groups } = model
  const most = groups.size[group[n]!]! / 2
  const parts = [nameOf(model, n)]
  for (let i = n + 1; i < tape.next[n]!; i++) {
    if (entity[i] !== n) {
      i = tape.next[i]! - 1
      continue
    }
    if (isObjectAt(tape, i) || isArrayAt(tape, i)) continue
    if (!isKeyAt(tape, i) || groups.size[group[i]!]! < most) parts.push(tape.text.slice(tape.start[i], tape.end[i]))
  }
  return parts.join(' ')
}

/** The key of a value of a map. */
const nameOf = ({ tape, parent }: Model, n: number): string =>
  parent[n]! >= 0 && isObjectAt(tape, parent[n]!) ? tape.text.slice(tape.start[n - 1], tape.end[n - 1]) : ''

/** Text of an entity's own members, for the query. */
const ownText = (model: Model, n: number): string => {
  const { tape, entity, group, groups } = model
  if (isObjectAt(tape, n) && groups.size[group[n]!]! >= RECORDS) return valuesText(model, n)
  if (!isObjectAt(tape, n) && !isArrayAt(tape, n)) {
    const key = n > 0 && tape.end[n - 1]! <= tape.start[n]! && isStringAt(tape, n - 1) ? n - 1 : n
    return tape.text.slice(tape.start[entity[key] === n ? key : n], tape.end[n])
  }
  const parts: string[] = []
  let from = tape.start[n]!
  for (let i = n + 1; i < tape.next[n]!; i++) {
    if (entity[i] === n) continue
    parts.push(tape.text.slice(from, tape.start[i]))
    from = tape.end[i]!
    i = tape.next[i]! - 1
  }
  parts.push(tape.text.slice(from, tape.end[n]))
  return parts.join(' ')
}

const RECORDS = 8

/** Adds to the worth of entities and of their members. */
export const addQuery = (
  model: Model,
  entities: readonly number[],
  query: string,
  worth: Float64Array,
  own: Float32Array,
): void => {
  const { tape, entity } = model
  const access = { lines: entities.length, line: (i: number) => ownText(model, entities[i - 1]!) }
  const relevance = createRelevance(query, access)
  if (relevance.max === 0) return
  /* What most entities match tells little. */
  const selective = Math.max(0.15, 1 - relevance.matched / entities.length)
  entities.forEach((n, i) => {
    const score = relevance.scores[i + 1]! / relevance.max
    if (score === 0) return
    worth[n] = worth[n]! + QUERY * score * selective
    /* Which of its members the query means. */
    const members: number[] = []
    for (let value = n + 1; value < tape.next[n]!; value++)
      if (entity[value] === n && model.parent[value] !== value) members.push(value)
    if (members.length > 400) return
    const lines = members.map((value) =>
      tape.text.slice(tape.start[value], Math.min(tape.end[value]!, tape.start[value]! + 2000)),
    )
    const inside = createRelevance(query, { lines: lines.length, line: (k) => lines[k - 1]! })
    if (inside.max > 0)
      members.forEach((value, k) => {
        if (inside.scores[k + 1]! > 0 && !isObjectAt(tape, value) && !isArrayAt(tape, value)) {
          /* A key is shown with its value. */
          const target = isKeyAt(tape, value) ? value + 1 : value
          own[target] = Math.max(own[target]!, inside.scores[k + 1]! / inside.max)
        }
      })
  })
}
