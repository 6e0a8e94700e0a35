import { createKernel } from './shop.ts'

declare const Bun: {
  serve(options: object): { readonly port: number }
}

const { port } = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: createKernel().fetch })
console.log(`port ${port}`)
