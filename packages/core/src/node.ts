export type { FetchHandler } from './http/adapters/node/request-handler.ts'
export { serve, type ServeOptions } from './http/adapters/node/serve.ts'
export type { RunningServer } from './http/adapters/server/running-server.ts'
