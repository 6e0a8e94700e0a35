import { Reply } from '../message/reply.ts'

/** An answer of 304 or 412 in the place of another: with its headers, except those that describe contents. */
export function withoutContent({ headers }: Reply, status: 304 | 412): Reply {
  const kept = headers.filter((_, place) => !content.test(headers[place - (place % 2)] as string))
  return new Reply(status, kept, null)
}

const content = /^content-(?:disposition|encoding|language|length|range|type)$/iu
