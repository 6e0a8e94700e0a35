import type { Config } from './config.ts'
import { ConfigConflict } from './config-conflict.ts'
import { ConfigValueInvalid } from './errors.ts'

/** Reads a URL with one of the schemes; undefined if the key is not set or empty. Throws `ConfigValueInvalid`. */
export function readUrl(config: Config, key: string, schemes: readonly string[]): URL | undefined {
  const text = config.string(key, '')
  if (text === '') return undefined
  const url = URL.parse(text)
  if (url && schemes.includes(url.protocol.slice(0, -1)) && isDecodable(text)) return url
  const expected = `a URL that begins with ${schemes.join(': or ')}:, with user and password percent-encoded`
  throw new ConfigValueInvalid(key, expected, 'the configuration')
}

/** Returns the server in a URL, with defaults for the missing parts. */
export function serverOf(url: URL, defaultPort: number) {
  return {
    ...addressOf(url, defaultPort),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
  }
}

/** The address of a server. */
export interface ServerAddress {
  readonly host: string
  readonly port: number
}

/** Reads a list of `host:port`, separated by commas. Throws `ConfigValueInvalid`. */
export function readServers(config: Config, key: string, defaultPort: number): ServerAddress[] {
  return config.list(key).map((text) => {
    const url = /^[^\s/?#@]+$/u.test(text) ? URL.parse(`tcp://${text}`) : undefined
    if (url) return addressOf(url, defaultPort)
    throw new ConfigValueInvalid(key, 'host:port, separated by commas', 'the configuration')
  })
}

function addressOf(url: URL, defaultPort: number): ServerAddress {
  return {
    host: url.hostname.replace(/^\[(.*)\]$/u, '$1') || '127.0.0.1',
    port: Number(url.port || defaultPort),
  }
}

/** Throws `ConfigConflict` if a key is set to a different value than the URL. */
export function refuseConflicts(
  config: Config,
  urlKey: string,
  values: Readonly<Record<string, string | number>>,
): void {
  for (const [key, value] of Object.entries(values)) {
    const set = config.string(key, '')
    if (set !== '' && set !== String(value)) throw new ConfigConflict(urlKey, key)
  }
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}
