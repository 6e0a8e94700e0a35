import type { BlockList } from 'node:net'
import { familyOf } from './ip-address.ts'

/** Returns true if a proxy is trusted. `distance` is the number of proxies between it and the application. */
export type IsTrusted = (address: string | undefined, distance: number) => boolean

const namedRanges: ReadonlyMap<string, readonly string[]> = new Map([
  ['loopback', ['127.0.0.0/8', '::1']],
  ['private', ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7']],
])

/** Parses the entries of `FW_TRUSTED_PROXIES`. Throws `InvalidTrustedProxies`. */
export function readTrusted(entries: readonly string[]): IsTrusted {
  if (entries.some((entry) => entry.startsWith('hops:'))) return readHops(entries)
  const { BlockList: List } = process.getBuiltinModule('node:net')
  const list = new List()
  entries.forEach((entry, index) => {
    for (const each of namedRanges.get(entry) ?? [entry]) addTo(list, each, index + 1)
  })
  return (address) => {
    const family = address === undefined ? undefined : familyOf(address)
    return family !== undefined && list.check(address as string, family)
  }
}

function readHops(entries: readonly string[]): IsTrusted {
  const [, digits] = /^hops:([1-9]\d?)$/u.exec(entries[0] ?? '') ?? []
  if (digits === undefined || entries.length > 1) {
    throw new InvalidTrustedProxies(
      '"hops:" is followed by the number of proxies, from 1 to 99, and must be the only entry.',
    )
  }
  return (_address, distance) => distance < Number(digits)
}

function addTo(list: BlockList, entry: string, position: number): void {
  const [text = '', bits, ...rest] = entry.split('/')
  const family = familyOf(text)
  const maxPrefix = family === 'ipv4' ? 32 : 128
  const prefix = bits === undefined ? maxPrefix : /^\d{1,3}$/u.test(bits) ? Number(bits) : 0
  if (
    entry === '*' ||
    prefix === 0 ||
    prefix > maxPrefix ||
    rest.length > 0 ||
    family === undefined
  ) {
    throw new InvalidTrustedProxies(
      `entry ${position} is not an address such as 10.0.0.7, a range such as 10.0.0.0/8, "loopback", "private" ` +
        'or "hops:1". "*" would let every client forge its address.',
    )
  }
  list.addSubnet(text, prefix, family)
}

/** Thrown if `FW_TRUSTED_PROXIES` has an invalid entry. */
export class InvalidTrustedProxies extends Error {
  override readonly name = 'InvalidTrustedProxies'

  constructor(problem: string) {
    super(`FW_TRUSTED_PROXIES: ${problem}`)
  }
}
