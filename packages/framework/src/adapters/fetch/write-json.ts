import { jsonHeaders } from '../../message/header-list.ts'

export const isBun = 'Bun' in globalThis

const json = { 'content-type': 'application/json' }
/** Bun copies `Headers` in a third of the time that it takes for a record; on Deno it is the other way round. */
const sharedJson = isBun ? new Headers(json) : json

const found = { status: 200, headers: sharedJson }

/** The headers of a reply, for a `Response`. */
export function toHeadersInit(headers: readonly string[]): HeadersInit {
  if (headers === jsonHeaders) return sharedJson
  const pairs: [string, string][] = []
  for (let index = 0; index < headers.length; index += 2) {
    pairs.push([headers[index] as string, headers[index + 1] as string])
  }
  return pairs
}

/**
 * A value as an answer of JSON. Bun writes it without a text in between, in a seventh less time. Undefined where
 * `JSON.stringify` has to be asked.
 */
export function writeJson(value: object, status: number): Response | undefined {
  // For a value that writes itself as nothing, Bun sends nothing.
  if (!isBun || 'toJSON' in value) return undefined
  try {
    return Response.json(value, status === 200 ? found : { status, headers: sharedJson })
  } catch {
    return undefined
  }
}
