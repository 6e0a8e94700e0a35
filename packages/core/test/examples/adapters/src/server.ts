import { createApp } from '@fw/core'

const { kernel, container } = await createApp(
  new URL('..', import.meta.url),
)

export default {
  async fetch(request: Request, info?: object): Promise<Response> {
    if (new URL(request.url).pathname === '/health') {
      return new Response('ok')
    }
    return kernel.fetch(request, info)
  },
  [Symbol.asyncDispose]: () => container[Symbol.asyncDispose](),
}
