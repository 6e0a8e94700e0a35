export type { FetchHandler } from './adapters/node/fetch-handler.ts'
export { serve, type ServeOptions } from './adapters/node/serve.ts'
export type { RunningServer } from './adapters/running-server.ts'
