/** An `import` of `node:http` would load its `WebSocket`, and `fetch` with it: longer than all of this takes. */
export const {
  createServer,
  IncomingMessage,
  maxHeaderSize,
  request,
  ServerResponse,
  STATUS_CODES,
} = process.getBuiltinModule('node:http')
