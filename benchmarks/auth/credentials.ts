import { generateKeyPairSync, type KeyObject } from 'node:crypto'
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
  /** Of the key: SHA-256 as base64url. */
  readonly keyHash: string
  readonly tokens: Readonly<Record<Algorithm, string>>
  readonly publicKeys: Readonly<Record<Algorithm, string>>
  readonly keySet: JSONWebKeySet
}

const variable = 'BENCHMARK_CREDENTIALS'
const given = process.env[variable]

/** Made once; the programs that this one starts find the same in their environment. */
export const credentials: Credentials =
  given === undefined ? await create() : (JSON.parse(given) as Credentials)
process.env[variable] = JSON.stringify(credentials)

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
