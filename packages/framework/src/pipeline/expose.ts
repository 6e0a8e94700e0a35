import type { Reply } from '../message/reply.ts'

/** The reply whose headers of these names pages of other origins may read, if they may read the reply: for what is added around `@Cors`. */
export function exposing(reply: Reply, ...names: string[]): Reply {
  if (reply.header('access-control-allow-origin') === undefined) return reply
  const listed = reply.header('access-control-expose-headers')
  const known = new Set(
    listed
      ?.toLowerCase()
      .split(',')
      .map((name) => name.trim()),
  )
  const all = names.filter((name) => !known.has(name.toLowerCase()))
  if (all.length === 0) return reply
  if (listed !== undefined) all.unshift(listed)
  return reply.replacingHeader('access-control-expose-headers', all.join(', '))
}
