import type { RedisConnectionOptions } from '@fw/core/redis'

/**
 * Returns the key prefix of a queue. In a cluster, all keys of a script must be in the same slot, which is determined
 * by the part in braces.
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
