/** Handles requests: a kernel, or code around one. */
export interface Handler {
  fetch(request: Request): Promise<Response>
}

/** Logs every request, and gives every answer a header. */
export function withLog(
  inner: Handler,
  log: (line: string) => void,
): Handler {
  return {
    async fetch(request) {
      const { status, body, headers } = await inner.fetch(request)
      log(
        `${request.method} ${new URL(request.url).pathname} ${status}`,
      )
      const answer = new Response(body, { status, headers })
      answer.headers.set('x-content-type-options', 'nosniff')
      return answer
    },
  }
}
