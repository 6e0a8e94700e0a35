/**
 * Exports of `node:http`. An import would also load `WebSocket` and `fetch`, which takes longer
 * than loading all other modules of the server.
 */
export const {
  createServer,
  IncomingMessage,
  maxHeaderSize,
  request,
  ServerResponse,
  STATUS_CODES,
} = process.getBuiltinModule('node:http')
