/**
 * Returns the address that identifies a client: an IPv4 address, or the /64 network of an IPv6 address, because a
 * single client may own all of it.
 */
export function clientNetwork(ip: string): string {
  if (!ip.includes(':')) return ip
  const [address = ''] = ip.split('%', 1)
  const [head = '', tail] = address.toLowerCase().split('::', 2)
  const first = groupsOf(head)
  const last = tail === undefined ? [] : groupsOf(tail)
  const mapped = last.at(-1) ?? first.at(-1) ?? ''
  if (mapped.includes('.')) return mapped
  // The zeros that `::` abbreviates. Strings that are not addresses need no special treatment.
  const missing = Array.from({ length: Math.max(8 - first.length - last.length, 0) }, () => '0')
  const groups = tail === undefined ? first : [...first, ...missing, ...last]
  if (groups[5] === 'ffff' && groups.slice(0, 5).every((group) => /^0+$/u.test(group))) {
    return groups.slice(6).join(':')
  }
  const network = groups.slice(0, 4).map((group) => group.replace(/^0+(?=.)/u, ''))
  return `${network.join(':')}::/64`
}

function groupsOf(part: string): string[] {
  return part === '' ? [] : part.split(':')
}
