import type { Profile } from './profile.ts'

export const latex: Profile = {
  name: 'latex',
  commands: ['pdflatex', 'xelatex', 'lualatex', 'latex', 'latexmk', 'pdftex', 'luatex', 'xetex'],
  signs: [/^This is (?:pdf|Xe|Lua|e-)?TeX, Version /, /^! LaTeX Error: /, /^!\s+==> Fatal error occurred/],
  hints: [/^Transcript written on \S/, /^LaTeX Warning: /, /^l\.\d+ /, /^(?:Over|Under)full \\[hv]box /],
  roles: [
    ['verdict', /^!\s+==> Fatal error occurred/],
    ['failure', /^(?:! |\.?\/?[\w./-]{1,200}\.tex:\d+: )\S/],
    ['location', /^l\.\d+ /],
    ['summary', /^Output written on \S{1,200} \(\d+ pages?[,)]/],
    ['warning', /^(?:LaTeX|Package \S{1,60}|Class \S{1,60}) Warning: /],
  ],
  parts: [['run', /^! (?:Emergency stop\.|\s?==> Fatal error)/]],
  filter: { drop: [/^(?:\(?\/usr\/share\/tex|LaTeX2e <|L3 programming layer|Document Class: |\)+$)/] },
}
