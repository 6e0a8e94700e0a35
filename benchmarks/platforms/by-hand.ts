import { answer, readsBody, type Answer } from '../http/by-hand.ts'

/** The floor of a platform whose server asks a handler for a `Response`: what someone writes by hand who wants it fast. */
export function fetch(request: Request): Response | Promise<Response> {
  const { method, url } = request
  const start = url.indexOf('/', url.indexOf('://') + 3)
  const mark = url.indexOf('?', start)
  const path = mark === -1 ? url.slice(start) : url.slice(start, mark)
  return readsBody(method, path)
    ? request.text().then((body) => send(answer(method, path, '', body)))
    : send(answer(method, path, mark === -1 ? '' : url.slice(mark + 1), ''))
}

const headers = { 'content-type': 'application/json' }

function send({ status, body }: Answer): Response {
  return new Response(body, { status, headers })
}
