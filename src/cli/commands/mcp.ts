/** `context-diet mcp` */
