/**
 * Importing `node:http` would load its `WebSocket`, and `fetch` with it, which takes longer than all other modules
 * here.
 */
export const {
  createServer,
  IncomingMessage,
  maxHeaderSize,
  request,
  ServerResponse,
  STATUS_CODES,
} = process.getBuiltinModule('node:http')
