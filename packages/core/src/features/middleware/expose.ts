import type { Reply } from '../../http/message/reply.ts'

/**
 * Exposes headers to pages of other origins, if they may read the reply. For middleware that runs
 * around `@Cors`, and so adds headers after it.
 */
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
