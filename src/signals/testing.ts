/** The labelled lines of fixtures/signals, for the tests of this room. */
import { readdirSync, readFileSync } from 'node:fs'
import { ROLE, type Role } from './line.ts'

export interface Labelled {
  readonly file: string
  readonly tool: string
  /** Names of the roles that an engineer would accept; the first is the one to prefer. */
  readonly roles: readonly (keyof typeof ROLE)[]
  readonly line: string
}

const FOLDER = new URL('../../fixtures/signals/', import.meta.url)
const ROW = /^([a-z/]+) *\| ?(.*)$/

/** Rows `role | line`, `role/role | line`; `# tool` opens a section. */
export const readLabelled = (): Labelled[] =>
  readdirSync(FOLDER)
    .filter((file) => file.endsWith('.txt'))
    .flatMap((file) => {
      let tool = ''
      return readFileSync(new URL(file, FOLDER), 'utf8')
        .split('\n')
        .flatMap((text): Labelled[] => {
          const row = ROW.exec(text)
          if (row === null) {
            tool = text.replace(/^# /, '')
            return []
          }
          return [{ file, tool, roles: row[1]!.split('/') as Labelled['roles'], line: row[2]! }]
        })
    })

const NAMES = Object.fromEntries(Object.entries(ROLE).map(([name, role]) => [role, name])) as Record<Role, keyof typeof ROLE>
export const nameOfRole = (role: Role): keyof typeof ROLE => NAMES[role]
