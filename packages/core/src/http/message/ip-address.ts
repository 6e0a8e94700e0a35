/**
 * Normalizes an address from a header or the configuration: removes port, brackets, zone and `::ffff:`, and writes IPv6
 * compressed and in lower case. Returns undefined if it is not an address.
 */
export function plainAddress(text: string): string | undefined {
  if (text.length > 100) return undefined
  const host = /^\[([^\]]*)\](?::\d{1,5})?$/u.exec(text)?.[1] ?? withoutPort(text)
  const [address = ''] = host.split('%', 1)
  const family = familyOf(address)
  if (family === undefined) return undefined
  return family === 'ipv4' ? address : unmapped(new URL(`http://[${address}]`).hostname)
}

/** Returns the family of an address, or undefined if it is not an address. */
export function familyOf(address: string): 'ipv4' | 'ipv6' | undefined {
  const family = process.getBuiltinModule('node:net').isIP(address)
  return family === 0 ? undefined : `ipv${family as 4 | 6}`
}

/** Removes the port of an IPv4 address. IPv6 addresses with a port have brackets. */
function withoutPort(text: string): string {
  return /^([\d.]{7,15}):\d{1,5}$/u.exec(text)?.[1] ?? text
}

/** Removes brackets, and the prefix `::ffff:` of a mapped IPv4 address. */
function unmapped(bracketed: string): string {
  const address = bracketed.slice(1, -1)
  const [, high, low] = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/u.exec(address) ?? []
  if (high === undefined || low === undefined) return address
  const halves = [high, low].map((half) => Number.parseInt(half, 16))
  return halves.flatMap((half) => [half >> 8, half & 255]).join('.')
}
