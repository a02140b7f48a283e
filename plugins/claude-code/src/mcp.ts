/** The plugin's MCP server: the same one as `context-diet mcp`, confined to the project of the session. */
import { serveStdio } from '../../../src/mcp/server.ts'

await serveStdio({ root: process.env.CLAUDE_PROJECT_DIR ?? process.cwd() })
