/** How a tool ended, as its text says it, for formats that have no field for it. */

const EXIT_LINE = /^(?:Exit code|Exit Code|exit status|Process exited with code)[: ]{1,2}(-?[0-9]{1,10})\b/m
const EXIT_MEMBER = /"exit_?[Cc]ode" ?: ?(-?[0-9]{1,10})\b/
const ERROR_START = /^(?:Error|ERROR|error)\b ?[:[(-]/

/** Programs say it in the first or the last lines; what stands between belongs to the command. */
const EDGE = 300

/** The exit code that the text reports in its first or last lines. */
export const reportedExitCode = (text: string): number | undefined => {
  const pattern = text.startsWith('{') ? EXIT_MEMBER : EXIT_LINE
  const code = pattern.exec(text.slice(0, EDGE)) ?? pattern.exec(text.slice(-EDGE))
  return code === null ? undefined : Number(code[1])
}

/** Whether the text reports a failure. */
export const reportsFailure = (text: string): boolean => {
  const code = reportedExitCode(text)
  return code === undefined ? ERROR_START.test(text) : code !== 0
}
