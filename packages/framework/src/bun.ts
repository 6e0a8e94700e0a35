export { serve, type ServeOptions } from './adapters/bun/serve.ts'
export type { FetchHandler } from './adapters/node/fetch-handler.ts'
export type { RunningServer } from './adapters/running-server.ts'
