import { isStream } from '../message/reply.ts'

/** A method has returned an answer whose body cannot be sent any more. */
export class BodyAlreadyRead extends Error {
  override readonly name = 'BodyAlreadyRead'

  constructor() {
    super(
      'The body of the answer has been read already, or is being read. Return a new answer for each request, ' +
        'and read a Response by response.clone() where it is returned too.',
    )
  }
}

/** Throws `BodyAlreadyRead` for an answer whose body somebody else reads or has read. */
export function refuseRead<T extends { readonly body: unknown; readonly bodyUsed?: boolean }>(
  answer: T,
): T {
  const { body } = answer
  if (isStream(body) && (body.locked || answer.bodyUsed)) throw new BodyAlreadyRead()
  return answer
}
