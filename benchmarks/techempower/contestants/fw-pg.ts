import { Pool } from 'pg'
import { connectionString, poolSize } from '../address.ts'
import { serveFw } from '../serve-fw.ts'

await serveFw(new Pool({ connectionString, max: poolSize }))
