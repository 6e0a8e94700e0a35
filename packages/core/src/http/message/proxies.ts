import type { Config } from '../../base/config/config.ts'
import { readForwarded, type Forwarded, type ForwardedFamily } from './forwarded.ts'
import { isHost } from './host.ts'
import { plainAddress } from './ip-address.ts'
import { readTrusted, type IsTrusted } from './trusted-addresses.ts'

/** The other end of a connection: a client or a proxy. */
export interface Peer {
  readonly address: string | undefined
  readonly secure: boolean
  /** The requested host with its port. May be empty. */
  readonly host: string
}

/** The client, as reported by trusted proxies. */
export interface Client extends Peer {
  /** True if the connection came from a trusted proxy. */
  readonly isForwarded: boolean
}

type ReadHeader = (name: string) => string | undefined

/** The trusted proxies in front of the application, and their trusted headers. */
export class Proxies {
  readonly #isTrusted: IsTrusted
  readonly #family: ForwardedFamily
  readonly #trustsHost: boolean

  private constructor(isTrusted: IsTrusted, family: ForwardedFamily, trustsHost: boolean) {
    this.#isTrusted = isTrusted
    this.#family = family
    this.#trustsHost = trustsHost
  }

  /**
   * Reads the configuration. Returns undefined if no proxies are trusted. Throws `InvalidTrustedProxies` or
   * `ConfigValueInvalid`.
   */
  static of(config: Config): Proxies | undefined {
    const entries = config.list('FW_TRUSTED_PROXIES', [])
    const family = config.oneOf('FW_FORWARDED', ['x-forwarded', 'forwarded'], 'x-forwarded')
    const trustsHost = config.bool('FW_FORWARDED_HOST', false)
    return entries.length === 0 ? undefined : new Proxies(readTrusted(entries), family, trustsHost)
  }

  /** Returns the client of a connection, or the peer itself if it is not a trusted proxy. */
  clientOf(peer: Peer, header: ReadHeader): Client {
    const nearest = peer.address === undefined ? undefined : plainAddress(peer.address)
    if (!this.#isTrusted(nearest, 0)) return { ...peer, address: nearest, isForwarded: false }
    const forwarded = readForwarded(this.#family, header)
    const { address, distance } = this.#walk(nearest, forwarded.addresses)
    const secure = isSecure(entryAt(forwarded.schemes, distance)) ?? peer.secure
    const host = this.#trustsHost ? entryAt(forwarded.hosts, distance) : undefined
    return {
      address,
      secure,
      host: host && isHost(host) ? host : peer.host,
      isForwarded: true,
    }
  }

  /** Follows the addresses from the nearest proxy to the first one that is not trusted. Stops before an invalid one. */
  #walk(
    nearest: string | undefined,
    entries: readonly string[],
  ): { address: string | undefined; distance: number } {
    let address = nearest
    let distance = 0
    while (this.#isTrusted(address, distance)) {
      const next = plainAddress(entries.at(-1 - distance) ?? '')
      if (next === undefined) break
      address = next
      distance += 1
    }
    return { address, distance }
  }
}

/** Returns the peer of a connection as the client, without proxies. */
export function clientAt({ address, secure, host }: Peer): Client {
  const plain = address?.includes(':') ? address.replace(mappedPrefix, '') : address
  return { address: plain, secure, host, isForwarded: false }
}

/** The prefix of IPv4 addresses on a dual-stack socket, and the zone of link-local addresses. */
const mappedPrefix = /^::ffff:(?=[\d.]+$)|%.*$/u

/**
 * Returns the entry written by the same proxy as the address. If there is a single entry, it is used, because a proxy
 * has replaced all others with it.
 */
function entryAt(entries: Forwarded['schemes'], distance: number): string | undefined {
  return entries.length === 1 ? entries[0] : entries.at(-Math.max(distance, 1))
}

function isSecure(scheme: string | undefined): boolean | undefined {
  return scheme === undefined ? undefined : schemes.get(scheme.toLowerCase())
}

const schemes: ReadonlyMap<string, boolean> = new Map([
  ['https', true],
  ['wss', true],
  ['http', false],
  ['ws', false],
])
