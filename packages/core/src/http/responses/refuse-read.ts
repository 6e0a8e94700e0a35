import { isStream } from '../message/reply.ts'

/** Thrown if a method or middleware returns a response whose body was already read or is being read. */
export class BodyAlreadyRead extends Error {
  override readonly name = 'BodyAlreadyRead'

  constructor() {
    super(
      'The body of the response was already read, or is being read. Return a new response for each request, ' +
        'and use response.clone() to read a Response that is also returned.',
    )
  }
}

/** Throws `BodyAlreadyRead` if the body is locked or has been read. */
export function refuseRead<T extends { readonly body: unknown; readonly bodyUsed?: boolean }>(
  response: T,
): T {
  const { body } = response
  if (isStream(body) && (body.locked || response.bodyUsed)) throw new BodyAlreadyRead()
  return response
}
