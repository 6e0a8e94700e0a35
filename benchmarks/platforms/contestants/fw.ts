import { createKernel } from '../../http/kernel.ts'

const { serve } = 'Bun' in globalThis ? await import('fw/bun') : await import('fw/deno')
await serve(createKernel(), { port: Number(process.env.PORT), host: '127.0.0.1' })
