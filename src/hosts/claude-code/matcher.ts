/** The tools of Claude Code whose results may be cut, as a hook matcher; our own MCP server is none of them. */
export const MATCHER = '^(Bash|Grep|Glob|mcp__(?!.*__diet_).*)$'
