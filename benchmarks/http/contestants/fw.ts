import { serve } from '@fw/core/node'
import { createKernel } from '../kernel.ts'

await serve(createKernel(), { port: Number(process.env.PORT), host: '127.0.0.1' })
