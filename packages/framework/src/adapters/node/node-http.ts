/** An `import` of `node:http` would load its `WebSocket`, and `fetch` with it: longer than all of this takes. */
export const { createServer, maxHeaderSize, request, STATUS_CODES } =
  process.getBuiltinModule('node:http')
