export { PipelinedPool, type PipelinedPoolOptions } from './pipelined/pipelined-pool.ts'
