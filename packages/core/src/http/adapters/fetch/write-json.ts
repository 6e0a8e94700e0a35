import { jsonHeaders } from '../../message/header-list.ts'

export const isBun = 'Bun' in globalThis

const json = { 'content-type': 'application/json' }

/**
 * Cached init objects for JSON responses, by status. On Bun they are `Response` objects, which Bun copies in 40 % of
 * the time that it needs to read a plain object.
 */
const cachedInits: ResponseInit[] = []

/** Returns the `ResponseInit` for the status and headers of a reply. */
export function responseInit(status: number, headers: readonly string[]): ResponseInit {
  if (headers === jsonHeaders) return (cachedInits[status] ??= createInit(status))
  const pairs: [string, string][] = []
  for (let index = 0; index < headers.length; index += 2) {
    pairs.push([headers[index] as string, headers[index + 1] as string])
  }
  return { status, headers: pairs }
}

function createInit(status: number): ResponseInit {
  const init = { status, headers: json }
  return isBun ? new Response(null, init) : init
}

/**
 * Creates a JSON response with `Response.json`. On Bun, this avoids a string and is a seventh
 * faster. On Deno, it avoids reading a headers object and takes half the time. Returns undefined if
 * `JSON.stringify` must be used.
 */
export function writeJson(value: object, status: number): Response | undefined {
  // If `toJSON` returns undefined, Bun sends nothing.
  if (isBun && 'toJSON' in value) return undefined
  try {
    // Without explicit headers, Bun adds a charset.
    if (isBun) return Response.json(value, responseInit(status, jsonHeaders))
    return status === 200 ? Response.json(value) : Response.json(value, { status })
  } catch {
    return undefined
  }
}
