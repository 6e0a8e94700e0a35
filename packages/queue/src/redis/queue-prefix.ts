import type { RedisConnectionOptions } from '@fw/core/redis'

/**
 * Returns the prefix of the keys of a queue. In a cluster, the keys of one script must be in one slot, which the part in
 * braces selects.
 */
export function queuePrefix(
  { cluster }: RedisConnectionOptions,
  prefix: string,
  queue: string,
): string {
  return cluster && !hasHashTag(prefix) ? `${prefix}:{${queue}}` : prefix
}

function hasHashTag(key: string): boolean {
  const start = key.indexOf('{')
  return start >= 0 && key.indexOf('}', start) > start + 1
}
