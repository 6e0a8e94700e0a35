import { generateKeyPairSync, type KeyObject, sign as signBytes } from 'node:crypto'
import { ApiKeys } from '@fw/auth'
import { SignJWT, type JSONWebKeySet } from 'jose'

export const issuer = 'https://id.example'
export const audience = 'https://api.example'
export const caller = 'ada'
export const address = { port: Number(process.env.PORT), host: '127.0.0.1' }

type Algorithm = 'es256' | 'rs256'

interface Credentials {
  readonly key: string
  readonly keyId: string
  /** The SHA-256 of the key, as base64url. */
  readonly keyHash: string
  readonly tokens: Readonly<Record<Algorithm, string>>
  readonly publicKeys: Readonly<Record<Algorithm, string>>
  readonly keySet: JSONWebKeySet
}

/** More than any contestant caches: if they are sent in turn, none is cached. */
const most = 12_000
const made = new Map<Algorithm, () => string[]>()

const variable = 'BENCHMARK_CREDENTIALS'
const given = process.env[variable]

/** Made once; the programs that this one starts find the same in their environment. */
export const credentials: Credentials =
  given === undefined ? await create() : (JSON.parse(given) as Credentials)
process.env[variable] = JSON.stringify(credentials)

/** Tokens of one caller that differ. Only where the credentials were made. */
export function tokensOf(algorithm: Algorithm): string[] {
  const make = made.get(algorithm)
  if (!make) throw new Error(`Nobody has made the key of ${algorithm}.`)
  const tokens = make()
  made.set(algorithm, () => tokens)
  return tokens
}

async function create(): Promise<Credentials> {
  const { key, id: keyId, hash: keyHash } = ApiKeys.create('bench')
  const es256 = await sign('es256', generateKeyPairSync('ec', { namedCurve: 'P-256' }))
  const rs256 = await sign('rs256', generateKeyPairSync('rsa', { modulusLength: 2048 }))
  return {
    key,
    keyId,
    keyHash,
    tokens: { es256: es256.token, rs256: rs256.token },
    publicKeys: { es256: es256.pem, rs256: rs256.pem },
    keySet: { keys: [es256.jwk, rs256.jwk] as JSONWebKeySet['keys'] },
  }
}

async function sign(
  kid: Algorithm,
  { publicKey, privateKey }: Record<'publicKey' | 'privateKey', KeyObject>,
) {
  const alg = kid.toUpperCase()
  made.set(kid, () => createTokens(alg, kid, privateKey))
  const token = await new SignJWT({ scope: 'orders:read' })
    .setProtectedHeader({ alg, kid, typ: 'JWT' })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject(caller)
    .setIssuedAt()
    .setExpirationTime('2h')
    .sign(privateKey)
  return {
    token,
    pem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    jwk: { ...publicKey.export({ format: 'jwk' }), kid, alg, use: 'sig' },
  }
}

/** Like `sign`, in a tenth of the time. */
function createTokens(alg: string, kid: string, key: KeyObject): string[] {
  const now = Math.floor(Date.now() / 1000)
  const usual = { iss: issuer, aud: audience, sub: caller, iat: now, exp: now + 7200 }
  return Array.from({ length: most }, (_, jti) => {
    const claims = { scope: 'orders:read', ...usual, jti: `${jti}` }
    const data = `${encode({ alg, kid, typ: 'JWT' })}.${encode(claims)}`
    const options = { key, dsaEncoding: 'ieee-p1363' } as const
    return `${data}.${signBytes('sha256', Buffer.from(data), options).toString('base64url')}`
  })
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
