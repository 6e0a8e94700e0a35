import type { ServerResponse } from 'node:http'

/** A handwritten response with the caller; undefined is refused. */
export function answer(response: ServerResponse, id: string | undefined): void {
  if (id === undefined) {
    response.writeHead(401, { 'www-authenticate': 'Bearer', 'cache-control': 'no-store' }).end()
    return
  }
  const body = JSON.stringify({ id })
  response.writeHead(200, {
    'content-type': 'application/json',
    'cache-control': 'private, no-cache',
    vary: 'Authorization',
    'content-length': Buffer.byteLength(body),
  })
  response.end(body)
}

/** Returns the credential in a header; undefined if there is none. */
export function bearerIn(header: string | undefined): string | undefined {
  return /^Bearer +([\w.~+/-]+=*)$/iu.exec(header ?? '')?.[1]
}
