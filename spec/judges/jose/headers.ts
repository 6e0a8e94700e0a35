import { deflateRawSync } from 'node:zlib'
import { jwkOf, keys } from './issuer.ts'
import {
  claimsOf,
  ecdsa,
  eddsa,
  encode,
  hmac,
  pkcs1,
  pss,
  tokenOf,
  type Json,
  type Signer,
  type TokenCase,
} from './token.ts'

const claims = claimsOf('usual')
const signers: Readonly<Record<string, Signer>> = {
  ec: ecdsa(keys.ec.privateKey),
  rsa: pkcs1(keys.rsa.privateKey),
  pss: pss(keys.rsa.privateKey),
  ed: eddsa(keys.ed.privateKey),
  attacker: ecdsa(keys.otherEc.privateKey),
  none: () => new Uint8Array(),
}
const rsaPem = keys.rsa.publicKey.export({ format: 'pem', type: 'spki' })
const rsaPkcs1 = keys.rsa.publicKey.export({ format: 'pem', type: 'pkcs1' })
const rsaDer = keys.rsa.publicKey.export({ format: 'der', type: 'spki' })
const rsaJwk = jwkOf(keys.rsa.publicKey)
const ecJwk = jwkOf(keys.ec.publicKey)
const attackerJwk = jwkOf(keys.otherEc.publicKey)

type Row = readonly [name: string, header: unknown, signer?: Signer | string, payload?: unknown]

const es256 = (changes: Json): Json => ({ alg: 'ES256', kid: 'ec', ...changes })

const accepted: readonly Row[] = [
  ['ES256', es256({})],
  ['RS256', { alg: 'RS256', kid: 'rsa' }, 'rsa'],
  ['PS256', { alg: 'PS256', kid: 'rsa' }, 'pss'],
  ['EdDSA', { alg: 'EdDSA', kid: 'ed' }, 'ed'],
  ['no kid, and one key that fits', { alg: 'ES256' }],
  ...['JWT', 'jwt', 'at+jwt', 'AT+JWT', 'application/at+jwt', 'application/jwt'].map((typ): Row => [
    `typ ${typ}`,
    es256({ typ }),
  ]),
  ['an unknown parameter', es256({ 'x-unknown': { a: [1] } })],
  ['jku, which is ignored', es256({ jku: 'https://evil.example/keys' })],
  ['x5u, which is ignored', es256({ x5u: 'https://evil.example/cert' })],
  ['jwk of another key, which is ignored', es256({ jwk: attackerJwk })],
  ['a parameter twice, whose last value counts', '{"alg":"none","alg":"ES256","kid":"ec"}'],
  ['white space', '\t{ "alg" : "ES256",\r\n "kid":"ec" } '],
  ['escaped characters', String.raw`{"\u0061lg":"ES\u0032\u0035\u0036","kid":"ec"}`],
]

const refused: readonly Row[] = [
  ...['none', 'None', 'NONE', 'nOnE'].flatMap((alg): Row[] => [
    [`alg ${alg} without a signature`, { alg, kid: 'ec' }, 'none'],
    [`alg ${alg} with a signature`, { alg, kid: 'ec' }],
  ]),
  ['HS256 by the PEM of the RSA key', { alg: 'HS256', kid: 'rsa' }, hmac(rsaPem)],
  ['HS256 by the PKCS #1 PEM of the RSA key', { alg: 'HS256', kid: 'rsa' }, hmac(rsaPkcs1)],
  ['HS256 by the DER of the RSA key', { alg: 'HS256', kid: 'rsa' }, hmac(rsaDer)],
  ['HS256 by the JWK of the RSA key', { alg: 'HS256', kid: 'rsa' }, hmac(JSON.stringify(rsaJwk))],
  ['HS256 by the modulus', { alg: 'HS256', kid: 'rsa' }, hmac(String(rsaJwk['n']))],
  ['HS256 by the x of the EC key', { alg: 'HS256', kid: 'ec' }, hmac(String(ecJwk['x']))],
  ['HS256 by nothing', { alg: 'HS256' }, hmac('')],
  ['HS512 by the PEM of the RSA key', { alg: 'HS512', kid: 'rsa' }, hmac(rsaPem, 'sha512')],
  ['RS256 by the PEM of the RSA key', { alg: 'RS256', kid: 'rsa' }, hmac(rsaPem)],
  ['no alg', { kid: 'ec' }],
  ...[null, 1, true, ['ES256'], { name: 'ES256' }, '', 'es256', 'ES256 ', 'ES256\0', 'SHA256'].map(
    (alg): Row => [`alg ${JSON.stringify(alg)}`, es256({ alg })],
  ),
  ['alg of the prototype', es256({ alg: 'toString' })],
  ['ES384 with a key of P-256', es256({ alg: 'ES384' }), ecdsa(keys.ec.privateKey, 'sha384')],
  ['ES256K', es256({ alg: 'ES256K' }), ecdsa(keys.secp256k1.privateKey)],
  ['RS1', { alg: 'RS1', kid: 'rsa' }, pkcs1(keys.rsa.privateKey, 'sha1')],
  [
    'RS384, which is not chosen',
    { alg: 'RS384', kid: 'rsa' },
    pkcs1(keys.rsa.privateKey, 'sha384'),
  ],
  ['RS256 with the kid of the EC key', { alg: 'RS256', kid: 'ec' }, 'rsa'],
  ['ES256 with the kid of the RSA key', { alg: 'ES256', kid: 'rsa' }],
  ['EdDSA with the kid of the EC key', { alg: 'EdDSA', kid: 'ec' }],
  ['PS256 with a signature of RS256', { alg: 'PS256', kid: 'rsa' }, 'rsa'],
  ['RS256 with a signature of PS256', { alg: 'RS256', kid: 'rsa' }, 'pss'],
  ['RSA-OAEP', { alg: 'RSA-OAEP', enc: 'A256GCM', kid: 'rsa' }, 'rsa'],
  ...[null, 7, true, ['ec'], { kid: 'ec' }, '', 'unknown', 'EC', 'ec ', '__proto__'].map(
    (kid): Row => [`kid ${JSON.stringify(kid)}`, { alg: 'ES256', kid }],
  ),
  ...['constructor', '../../../../dev/null', "ec' OR '1'='1", 'ec\0', 'k'.repeat(3000)].map(
    (kid): Row => [`kid ${JSON.stringify(kid.slice(0, 30))}`, { alg: 'ES256', kid }],
  ),
  ['kid of a file, by nothing', { alg: 'HS256', kid: '/dev/null' }, hmac('')],
  ...[null, 1, '', ['JWT'], 'dpop+jwt', 'logout+jwt', 'secevent+jwt', 'JOSE', 'text/plain'].map(
    (typ): Row => [`typ ${JSON.stringify(typ)}`, es256({ typ })],
  ),
  ...[[], ['exp'], ['alg'], ['unknown'], ['b64'], 'exp', null, {}, [1], ['exp', 'exp']].map(
    (crit): Row => [`crit ${JSON.stringify(crit)}`, es256({ crit, exp: 1, b64: true, unknown: 1 })],
  ),
  ['crit in a header that names no parameter', es256({ crit: ['urn:x'] })],
  ['b64 false', es256({ b64: false, crit: ['b64'] })],
  ['a payload that is not encoded', es256({ b64: false, crit: ['b64'] }), unencoded],
  ['a payload that is not encoded, without crit', es256({ b64: false }), unencoded],
  [
    'zip, and a compressed payload',
    es256({ zip: 'DEF' }),
    'ec',
    deflateRawSync(JSON.stringify(claims)),
  ],
  ['jwk of the attacker', { alg: 'ES256', jwk: attackerJwk }, 'attacker'],
  ['jwk of the attacker, and a known kid', es256({ jwk: attackerJwk }), 'attacker'],
  ['jku of the attacker', es256({ jku: 'https://evil.example/keys' }), 'attacker'],
  [
    'x5c of the attacker',
    es256({ x5c: [encode(keys.otherEc.publicKey.export({ format: 'der', type: 'spki' }))] }),
    'attacker',
  ],
  [
    'a token inside a token',
    es256({ cty: 'JWT' }),
    'ec',
    tokenOf(es256({}), claims, ecdsa(keys.ec.privateKey)),
  ],
  ...['[]', 'null', '"ES256"', '1', '', '{', '{"alg":"ES256","kid":"ec"}}', "{'alg':'ES256'}"].map(
    (header): Row => [`header ${JSON.stringify(header)}`, header],
  ),
  ['a header that is not UTF-8', Buffer.from('{"alg":"ES256","kid":"ec","x":"\xff"}', 'latin1')],
]

/** Signs the payload as RFC 7797 does. */
function unencoded(data: Buffer): Uint8Array {
  const [header = ''] = data.toString().split('.')
  return ecdsa(keys.ec.privateKey)(Buffer.from(`${header}.${JSON.stringify(claims)}`))
}

export const headerCases: readonly TokenCase[] = [
  ...accepted.map((row) => toCase(row, true)),
  ...refused.map((row) => toCase(row, false)),
]

function toCase([name, header, by = 'ec', payload = claims]: Row, isAccepted: boolean): TokenCase {
  const signer = typeof by === 'string' ? signers[by] : by
  return {
    name: `header: ${name}`,
    isAccepted,
    token: () => tokenOf(header, payload, signer as Signer),
  }
}
