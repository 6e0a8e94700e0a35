/** An import of `node:http` would also load `WebSocket` and `fetch`, which takes longer than all other modules here. */
export const {
  createServer,
  IncomingMessage,
  maxHeaderSize,
  request,
  ServerResponse,
  STATUS_CODES,
} = process.getBuiltinModule('node:http')
