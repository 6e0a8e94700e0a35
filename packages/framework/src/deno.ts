export { serve, type ServeOptions } from './adapters/deno/serve.ts'
export type { FetchHandler } from './adapters/node/fetch-handler.ts'
export type { RunningServer } from './adapters/running-server.ts'
