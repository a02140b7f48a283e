/** Lines that are drawn or that name what follows: rules, progress, titles. */
import { ROLE, type Role } from './roles.ts'

const RULE = /^[\s=\-_*~+#.·─━═⎯―╌|/\\╷╵│┌└┐┘├┤]+$|^[-=─━═⎯]{8,}\[\d+\/\d+\][-=─━═⎯]{0,4}$/
/** A bar, a spinner, a share of what is done with an amount behind it. */
const PROGRESS =
  /^[\u2800-\u28ff] |^\[[#=>. -]{8,200}\]|^\d{1,3}%\s?[|▏▎▍▌▋▊▉█]|^[A-Z][\w ]{2,30}:\s{1,4}\d{1,3}% \(\d+\/\d+\)|^#\d+ (?:sha256:)?\S{8,80} [\d.]+[kMG]?B \/ [\d.]+[kMG]?B|^##\[endgroup\]|^::endgroup::/
/** `____ name ____`, `---- name ----`, `==== name ====`. */
const RULED = /^([_=\-*#~─━═⎯―!])\1{2,} ?\S.{0,200}? ?\1{3,}$/
/** `3) name`, `##[group]name`, `TASK [name] ****`, `> [3/5] RUN npm ci`, and lists that the words before a colon announce. */
const TITLE =
  /^\d{1,4}\) \S|^(?:##\[group\]|::group::)|^(?:TASK|PLAY|HANDLER|RUNNING HANDLER) .{0,200}\*{3,}$|^> \[[^\]]{0,40}\d+\/\d+\] \w|^(?:Failures?|Errors|Failed (?:examples|tests|checks)|failures|There (?:was|were) \d+ (?:failures?|errors?)|\* What went wrong):$/

export const isRule = (body: string): boolean => RULE.test(body)
export const isProgress = (body: string): boolean => PROGRESS.test(body)

/** What stands between the rules of `==== 2 failed in 0.5s ====`; undefined when the line is no such thing. */
export const ruledText = (body: string): string | undefined =>
  RULED.test(body) && /[^\s_=\-*#~─━═⎯―!^|+.]/.test(body)
    ? body
        .replace(/^[_=\-*#~─━═⎯―!]{3,} ?/, '')
        .replace(/[_=\-*#~─━═⎯―!]{3,}$/, '')
        .trim()
    : undefined

export const titleOf = (body: string): Role | undefined => (TITLE.test(body) ? ROLE.header : undefined)
