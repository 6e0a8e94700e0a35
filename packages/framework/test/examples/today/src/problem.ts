import type { Handler } from './wrapped.ts'

/** Gives every error of 400 and more another form: here that of RFC 9457. */
export function withProblems(inner: Handler): Handler {
  return {
    async fetch(request) {
      const answer = await inner.fetch(request)
      const isOurs = answer.headers.get('content-type')?.startsWith('application/json')
      if (answer.status < 400 || !isOurs) return answer
      const { error, errors } = (await answer.json()) as { error?: string; errors?: object }
      const problem = { status: answer.status, title: error ?? 'Some values do not fit.', errors }
      const headers = new Headers(answer.headers)
      headers.delete('content-length')
      headers.set('content-type', 'application/problem+json')
      return new Response(JSON.stringify(problem), { status: answer.status, headers })
    },
  }
}
