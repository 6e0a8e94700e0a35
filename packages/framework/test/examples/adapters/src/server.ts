import { createApp } from 'fw'

const { kernel, container } = await createApp(new URL('..', import.meta.url))

export default {
  async fetch(request: Request): Promise<Response> {
    if (new URL(request.url).pathname === '/health') return new Response('ok')
    return kernel.fetch(request)
  },
  [Symbol.asyncDispose]: () => container[Symbol.asyncDispose](),
}
