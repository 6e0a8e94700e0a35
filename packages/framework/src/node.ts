export { serve, type RunningServer, type ServeOptions } from './adapters/node/serve.ts'
