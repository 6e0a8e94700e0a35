export { serve, type ServeOptions } from './http/adapters/deno/serve.ts'
export type { FetchHandler } from './http/adapters/node/request-handler.ts'
export type { RunningServer } from './http/adapters/server/running-server.ts'
