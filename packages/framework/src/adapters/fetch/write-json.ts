import { jsonHeaders } from '../../message/header-list.ts'

export const isBun = 'Bun' in globalThis

const json = { 'content-type': 'application/json' }

/** By status, what a `Response` of JSON is made with. Bun copies a `Response` in two fifths of the time that a record takes. */
const kept: ResponseInit[] = []

/** Status and headers of a reply, for a `Response`. */
export function responseInit(status: number, headers: readonly string[]): ResponseInit {
  if (headers === jsonHeaders) return (kept[status] ??= createInit(status))
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
 * A value as an answer of JSON. Bun writes it without a text in between, in a seventh less time, and Deno without reading
 * headers, in half the time. Undefined where `JSON.stringify` has to be asked.
 */
export function writeJson(value: object, status: number): Response | undefined {
  // For a value that writes itself as nothing, Bun sends nothing.
  if (isBun && 'toJSON' in value) return undefined
  try {
    // By itself Bun names a charset, too.
    if (isBun) return Response.json(value, responseInit(status, jsonHeaders))
    return status === 200 ? Response.json(value) : Response.json(value, { status })
  } catch {
    return undefined
  }
}
