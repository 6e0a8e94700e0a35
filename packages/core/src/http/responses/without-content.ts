import { Reply } from '../message/reply.ts'

/** Returns a 304 or 412 with the headers of a reply, except those about its content. */
export function withoutContent({ headers }: Reply, status: 304 | 412): Reply {
  const kept = headers.filter(
    (_, index) => !contentHeader.test(headers[index - (index % 2)] as string),
  )
  return new Reply(status, kept, null)
}

const contentHeader = /^content-(?:disposition|encoding|language|length|range|type)$/iu
