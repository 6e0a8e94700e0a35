import type { Handler } from './wrapped.ts'

/** Lets the pages of other origins call this application. */
export function withCors(inner: Handler, origins: readonly string[]): Handler {
  return {
    async fetch(request) {
      const origin = request.headers.get('origin')
      if (origin === null || !origins.includes(origin)) return inner.fetch(request)
      const { status, body, headers } = isPreflight(request)
        ? preflight(request)
        : await inner.fetch(request)
      const answer = new Response(body, { status, headers })
      answer.headers.set('access-control-allow-origin', origin)
      answer.headers.append('vary', 'origin')
      return answer
    },
  }
}

function isPreflight({ method, headers }: Request): boolean {
  return method === 'OPTIONS' && headers.has('access-control-request-method')
}

function preflight({ headers }: Request): Response {
  return new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
      'access-control-allow-headers': headers.get('access-control-request-headers') ?? '',
      'access-control-max-age': '600',
    },
  })
}
