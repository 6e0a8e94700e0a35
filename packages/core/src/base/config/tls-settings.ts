import { readFileSync } from 'node:fs'
import type { PeerCertificate } from 'node:tls'
import type { Config } from './config.ts'

/** The `node:tls` options for a connection to a server. */
export interface TlsSettings {
  readonly rejectUnauthorized: boolean
  readonly ca?: string
  readonly cert?: string
  readonly key?: string
  readonly servername?: string
  /** Overrides the host name check, for `verify-ca`. */
  readonly checkServerIdentity?: (host: string, certificate: PeerCertificate) => undefined
}

/**
 * `disable`: no TLS. `require`: encrypted, but any certificate is accepted. `verify-ca`: the certificate must be issued
 * by a trusted CA. `verify`: it must also be valid for the host name.
 */
export type TlsMode = (typeof tlsModes)[number]

const tlsModes = ['disable', 'require', 'verify-ca', 'verify'] as const

/** The keys that configure TLS for one kind of server. */
export interface TlsKeys {
  readonly mode: string
  readonly ca: string
  readonly cert: string
  readonly key: string
}

/** The TLS parameters of a URL. Certificates are paths or PEM. */
export interface UrlTls {
  readonly mode?: TlsMode | undefined
  readonly ca?: string | undefined
  readonly cert?: string | undefined
  readonly key?: string | undefined
}

/**
 * Reads the TLS settings of a server; undefined if TLS is off. Keys take precedence over the URL. Throws
 * `CertificateUnreadable`.
 */
export function readTls(config: Config, keys: TlsKeys, url: UrlTls = {}): TlsSettings | undefined {
  const [ca, cert, key] = (['ca', 'cert', 'key'] as const).map(
    (part) => config.string(keys[part], '') || url[part],
  )
  const hasCertificate = ca !== undefined || cert !== undefined
  const mode = config.oneOf(
    keys.mode,
    tlsModes,
    url.mode ?? (hasCertificate ? 'verify' : 'disable'),
  )
  if (mode === 'disable') return undefined
  return {
    rejectUnauthorized: mode !== 'require',
    ...(ca !== undefined && { ca: readPem(ca, keys.ca) }),
    ...(cert !== undefined && { cert: readPem(cert, keys.cert) }),
    ...(key !== undefined && { key: readPem(key, keys.key) }),
    ...(mode === 'verify-ca' && { checkServerIdentity: () => undefined }),
  }
}

/** Thrown if a certificate or key cannot be read. */
export class CertificateUnreadable extends Error {
  override readonly name = 'CertificateUnreadable'
  readonly key: string

  constructor(key: string, cause: unknown) {
    super(
      `${key}, or the matching URL parameter, is neither PEM nor the path of a readable file. Correct it.`,
      { cause },
    )
    this.key = key
  }
}

function readPem(value: string, key: string): string {
  // Some platforms store a PEM on one line, with "\n" for line breaks.
  if (value.includes('-----BEGIN')) return value.replaceAll('\\n', '\n')
  try {
    return readFileSync(value, 'utf8')
  } catch (error) {
    throw new CertificateUnreadable(key, error)
  }
}
