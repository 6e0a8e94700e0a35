import postgres from 'postgres'
import { connectionString, poolSize } from '../address.ts'
import { serveFw } from '../serve-fw.ts'

await serveFw(postgres(connectionString, { max: poolSize }))
