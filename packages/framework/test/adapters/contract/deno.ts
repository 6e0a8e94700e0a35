import { createKernel } from './shop.ts'

declare const Deno: {
  serve(options: object, handler: unknown): unknown
}

const onListen = ({ port }: { port: number }) => console.log(`port ${port}`)
Deno.serve({ port: 0, hostname: '127.0.0.1', onListen }, createKernel().fetch)
