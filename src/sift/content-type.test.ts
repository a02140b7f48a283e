import { describe, expect, it } from 'vitest'
import { detectContentType } from './content-type.ts'

const sentence = 'The index is rebuilt at night, and readers see the old one until it is complete.'
const code = [
  'use std::fs;',
  'pub struct Reader {',
  '    error: Option<String>,',
  '}',
  'impl Reader {',
  '    pub fn read(&self) -> Result<String, Error> {',
  '        let error = self.error.clone();',
  '        return Err(Error::new(error));',
  '    }',
  '}',
].join('\n')

const CASES: readonly (readonly [name: string, text: string, type: string])[] = [
  ['empty', '', 'plain_text'],
  ['blank', ' \n\t\n', 'plain_text'],
  ['an array of scalars', '[1, 2, 3]', 'json_array'],
  ['one object', '  {"a": 1, "b": [true]}\n', 'json_array'],
  ['objects one after the other', '{"a":1}\n{"a":2}\n{"a":3}\n', 'json_array'],
  [
    'JSON with a line around it',
    `$ list\n[${Array.from({ length: 20 }, (_, i) => `{"id":${i}}`).join(',')}]\ndone`,
    'json_array',
  ],
  ['a little JSON in prose', `${sentence}\n${sentence} {"a":1} ${sentence}\n${sentence}`, 'plain_text'],
  ['a broken bracket', `[ ${sentence}\n${sentence}`, 'plain_text'],
  ['a diff', 'diff --git a/x.rs b/x.rs\n--- a/x.rs\n+++ b/x.rs\n@@ -1,2 +1,2 @@\n-a\n+b\n c\n', 'git_diff'],
  ['a patch without git', '--- a/x.rs\n+++ b/x.rs\n@@ -1,2 +1,2 @@\n-a\n+b\n c\n', 'git_diff'],
  ['hits', 'src/a.rs:1:fn a() {\nsrc/a.rs:20:    a()\nsrc/b.rs:7:    a()\nsrc/c.rs:9:    a()\n', 'search_results'],
  ['one pair', 'hello: world', 'plain_text'],
  ['levels in brackets', '[INFO] start\n[INFO] step\n[ERROR] no route\n[INFO] end\n', 'build_output'],
  ['times', '2026-01-02T03:04:05Z start\n2026-01-02T03:04:06Z end of run\n', 'build_output'],
  ['a traceback', 'Traceback (most recent call last):\n  File "a.py", line 3, in f\n    x()\nValueError: no\n', 'build_output'],
  ['npm errors', 'npm ERR! code ENOENT\nnpm ERR! path /x\nnpm ERR! missing\n', 'build_output'],
  ['a page', `<!DOCTYPE html>\n<html><head><title>x</title></head><body><p>${sentence}</p></body></html>`, 'html'],
  ['a page without a document type', `<html><body><div><p>${sentence}</p></div></body></html>`, 'html'],
  ['one element', `<div>${sentence}</div>`, 'plain_text'],
  ['YAML', 'service:\n  name: api\n  port: 80\n  hosts:\n    - a\n    - b\n', 'structured_config'],
  ['TOML', '[package]\nname = "x"\nversion = "1"\n\n[dependencies]\nserde = "1"\n', 'structured_config'],
  ['INI', '; settings\n[core]\neditor = vi\npager = less\n', 'structured_config'],
  ['Markdown with front matter', `---\ntitle: x\n---\n\n# Title\n\n${`${sentence}\n`.repeat(12)}`, 'plain_text'],
  ['CSV', `id,name,size\n${Array.from({ length: 12 }, (_, i) => `${i},n${i},${i * 3}`).join('\n')}\n`, 'tabular'],
  ['TSV', `id\tname\tsize\n${Array.from({ length: 12 }, (_, i) => `${i}\tn${i}\t${i * 3}`).join('\n')}\n`, 'tabular'],
  [
    'a Markdown table',
    `| id | name |\n| --- | --- |\n${Array.from({ length: 12 }, (_, i) => `| ${i} | n${i} |`).join('\n')}\n`,
    'tabular',
  ],
  ['prose with commas', `${sentence}\n`.repeat(8), 'plain_text'],
  ['Rust that speaks of errors in every other line', code, 'source_code'],
  ['one line of code in prose', `${sentence}\nlet x = 1;\n${`${sentence}\n`.repeat(6)}`, 'plain_text'],
  [
    'prose about errors',
    `An error is a message. ${sentence}\n${sentence} A failure is another one.\n${sentence}\n`,
    'plain_text',
  ],
]

describe('detectContentType', () => {
  for (const [name, text, type] of CASES) it(`${name}: ${type}`, () => expect(detectContentType(text)).toBe(type))
})
