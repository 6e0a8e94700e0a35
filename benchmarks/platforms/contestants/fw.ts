import { createKernel } from '../../http/kernel.ts'

const { serve } = 'Bun' in globalThis ? await import('@fw/core/bun') : await import('@fw/core/deno')
await serve(createKernel(), { port: Number(process.env.PORT), host: '127.0.0.1' })
