export type { FetchHandler } from './adapters/node/fetch-handler.ts'
export { serve, type RunningServer, type ServeOptions } from './adapters/node/serve.ts'
