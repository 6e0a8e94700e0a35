import { PipelinedPool } from '@fw/query/pg'
import { connectionString, poolSize } from '../address.ts'
import { serveFw } from '../serve-fw.ts'

await serveFw(new PipelinedPool({ connectionString, max: poolSize }))
