import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { createServer } from './official-server.ts'

serveStdio(createServer)
