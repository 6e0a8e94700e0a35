import { deepStrictEqual } from 'node:assert'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import type { ContentCase } from './content-case.ts'
import { exchange, type RawResponse } from './exchange.ts'

/** Sends the request of a case to a server. Throws an error that lists what differs. */
export async function checkCase(port: number, wanted: ContentCase): Promise<void> {
  const response = await exchange(port, wanted.request)
  const statuses = [wanted.status].flat()
  const problems = statuses.includes(response.status)
    ? []
    : [`has the status ${response.status}, not ${statuses.join(' or ')}`]
  for (const [name, value] of Object.entries(wanted.headers ?? {})) {
    const found = response.headers.get(name) ?? null
    const fits = value instanceof RegExp ? value.test(found ?? '') : value === found
    if (!fits) problems.push(`has ${name} ${JSON.stringify(found)}, not ${String(value)}`)
  }
  if (wanted.body !== undefined && !hasBody(response, wanted.body)) {
    problems.push(`has the body ${readable(response)}, not ${JSON.stringify(wanted.body)}`)
  }
  if (problems.length > 0) throw new Error(`The response ${problems.join(', and ')}.`)
}

function hasBody(response: RawResponse, wanted: unknown): boolean {
  const body = decoded(response)
  if (typeof wanted === 'string' && body.toString('latin1') === wanted) return true
  try {
    deepStrictEqual(JSON.parse(body.toString()), wanted)
    return true
  } catch {
    return false
  }
}

const decoders: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  gzip: gunzipSync,
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
}

function decoded({ headers, body }: RawResponse): Buffer {
  const decode = decoders[headers.get('content-encoding') ?? '']
  return decode && body.length > 0 ? decode(body) : body
}

function readable(response: RawResponse): string {
  return JSON.stringify(decoded(response).toString().slice(0, 200))
}
