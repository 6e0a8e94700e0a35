import { createSecretKey } from 'node:crypto'
import { jwkOf, keys, usualSet } from './issuer.ts'
import {
  claimsOf,
  ecdsa,
  eddsa,
  hmac,
  pkcs1,
  tokenOf,
  type Json,
  type Signer,
  type TokenCase,
} from './token.ts'

interface KeySetRow {
  readonly name: string
  readonly isAccepted: boolean
  readonly set: unknown
  readonly header: Json
  readonly signer: Signer
}

const ec = ecdsa(keys.ec.privateKey)
const rsa = pkcs1(keys.rsa.privateKey)
const ecJwk = (members: Json = {}) => jwkOf(keys.ec.publicKey, { kid: 'ec', ...members })
const rsaJwk = (members: Json = {}) => jwkOf(keys.rsa.publicKey, { kid: 'rsa', ...members })
const otherEcJwk = (members: Json = {}) => jwkOf(keys.otherEc.publicKey, { kid: 'ec', ...members })
const es256 = { alg: 'ES256', kid: 'ec' }
const rs256 = { alg: 'RS256', kid: 'rsa' }
const secret = Buffer.alloc(64, 7)
const oct = { kty: 'oct', k: secret.toString('base64url'), kid: 'oct' }

/** A set of these keys, for a token by ES256. */
function ofEc(name: string, isAccepted: boolean, ...set: readonly unknown[]): KeySetRow {
  return { name, isAccepted, set: { keys: set }, header: es256, signer: ec }
}

/** A set of these keys, for a token by RS256. */
function ofRsa(name: string, isAccepted: boolean, ...set: readonly unknown[]): KeySetRow {
  return { name, isAccepted, set: { keys: set }, header: rs256, signer: rsa }
}

const rows: readonly KeySetRow[] = [
  ofEc('a key', true, ecJwk()),
  ofEc('use sig', true, ecJwk({ use: 'sig' })),
  ofEc('key_ops verify', true, ecJwk({ key_ops: ['verify'] })),
  ofEc('key_ops of several', true, ecJwk({ key_ops: ['sign', 'verify'] })),
  ofEc('use and key_ops', true, ecJwk({ use: 'sig', key_ops: ['verify'] })),
  ofEc('the alg of the token', true, ecJwk({ alg: 'ES256' })),
  ofEc('unknown members', true, ecJwk({ x: ecJwk()['x'], 'x-note': { a: 1 }, exp: 1 })),
  ofEc('use enc', false, ecJwk({ use: 'enc' })),
  ofEc('key_ops that do not verify', false, ecJwk({ key_ops: ['deriveKey'] })),
  ofEc('key_ops sign alone', false, ecJwk({ key_ops: ['sign'] })),
  ofEc('key_ops of none', false, ecJwk({ key_ops: [] })),
  ofEc('another alg', false, ecJwk({ alg: 'ES384' })),
  ofEc('an alg of encryption', false, ecJwk({ alg: 'ECDH-ES' })),
  ofEc('another kid', false, ecJwk({ kid: 'other' })),
  ofEc('a kid that is a number', false, ecJwk({ kid: 1 })),
  ofEc('a kid in upper case', false, ecJwk({ kid: 'EC' })),
  ofEc('the kid of another key', false, otherEcJwk()),
  ofEc('one kid for keys of two types', true, rsaJwk({ kid: 'ec' }), ecJwk()),
  ofEc(
    'one kid for signing and encryption',
    true,
    otherEcJwk({ use: 'enc' }),
    ecJwk({ use: 'sig' }),
  ),
  ofEc('one kid for two algorithms', true, otherEcJwk({ alg: 'ES384' }), ecJwk({ alg: 'ES256' })),
  ofEc('one kid for two equal uses', false, otherEcJwk(), ecJwk()),
  ofEc('a key of an unknown type first', true, { kty: 'LWE', kid: 'x', a: 'b' }, ecJwk()),
  ofEc('a key of an unknown type and the same kid', true, { kty: 'LWE', kid: 'ec' }, ecJwk()),
  ofEc('a key without a type first', true, { kid: 'x' }, ecJwk()),
  ofEc(
    'a key of an unknown curve first',
    true,
    { kty: 'EC', crv: 'P-999', x: 'AA', y: 'AA', kid: 'x' },
    ecJwk(),
  ),
  ofEc('a key of secp256k1 first', true, jwkOf(keys.secp256k1.publicKey, { kid: 'x' }), ecJwk()),
  ofEc('a weak key first', true, jwkOf(keys.weakRsa.publicKey, { kid: 'weak' }), ecJwk()),
  ofEc('a symmetric key first', true, oct, ecJwk()),
  ofEc('a key without x first', true, { kty: 'EC', crv: 'P-256', kid: 'x' }, ecJwk()),
  ofEc('a point that is not on the curve', false, ecJwk({ y: ecJwk()['x'] })),
  ofEc('a point without y', false, ecJwk({ y: undefined })),
  ofEc('a point of zero', false, ecJwk({ x: 'A'.repeat(43), y: 'A'.repeat(43) })),
  ofEc('a short x', false, ecJwk({ x: 'AA' })),
  ofEc('another curve', false, ecJwk({ crv: 'P-384' })),
  ofEc('no curve', false, ecJwk({ crv: undefined })),
  ofEc('x that is a number', false, ecJwk({ x: 1 })),
  ofEc('the private key', false, jwkOf(keys.ec.privateKey, { kid: 'ec' })),
  ofEc('no keys', false),
  ofEc('a key that is null', false, null),
  ofEc('a key that is a string', false, 'ec'),
  { ...ofEc('keys that are an object', false), set: { keys: ecJwk() } },
  { ...ofEc('no member keys', false), set: ecJwk() },
  { ...ofEc('a list', false), set: [ecJwk()] },
  { ...ofEc('null', false), set: null },
  ofRsa('a key of RSA', true, rsaJwk()),
  ofRsa('the alg RS256', true, rsaJwk({ alg: 'RS256' })),
  ofRsa('the alg PS256', false, rsaJwk({ alg: 'PS256' })),
  ofRsa('the alg RSA-OAEP', false, rsaJwk({ alg: 'RSA-OAEP' })),
  ofRsa('the private key of RSA', false, jwkOf(keys.rsa.privateKey, { kid: 'rsa' })),
  ofRsa('an exponent of one', false, rsaJwk({ e: 'AQ' })),
  ofRsa('an exponent of zero', false, rsaJwk({ e: 'AA' })),
  ofRsa('no exponent', false, rsaJwk({ e: undefined })),
  ofRsa('no modulus', false, rsaJwk({ n: undefined })),
  ofRsa('an even modulus', false, rsaJwk({ n: Buffer.alloc(256, 254).toString('base64url') })),
  ofRsa('the type EC', false, rsaJwk({ kty: 'EC' })),
  {
    ...ofRsa('a key of 1024 bits', false, jwkOf(keys.weakRsa.publicKey, { kid: 'rsa' })),
    signer: pkcs1(keys.weakRsa.privateKey),
  },
  {
    ...ofEc('a key of P-384 for ES256', false, jwkOf(keys.p384.publicKey, { kid: 'ec' })),
    signer: ecdsa(keys.p384.privateKey),
  },
  {
    ...ofEc('a key of secp256k1 for ES256', false, jwkOf(keys.secp256k1.publicKey, { kid: 'ec' })),
    signer: ecdsa(keys.secp256k1.privateKey),
  },
  {
    name: 'a key of X25519 for EdDSA',
    isAccepted: false,
    set: { keys: [jwkOf(keys.x25519.publicKey, { kid: 'ed' })] },
    header: { alg: 'EdDSA', kid: 'ed' },
    signer: eddsa(keys.ed.privateKey),
  },
  {
    name: 'a key of Ed448 for EdDSA',
    isAccepted: false,
    set: { keys: [jwkOf(keys.ed448.publicKey, { kid: 'ed' })] },
    header: { alg: 'EdDSA', kid: 'ed' },
    signer: eddsa(keys.ed448.privateKey),
  },
  {
    name: 'a symmetric key for HS256',
    isAccepted: false,
    set: { keys: [oct, ...usualSet.keys] },
    header: { alg: 'HS256', kid: 'oct' },
    signer: hmac(createSecretKey(secret)),
  },
  {
    name: 'a symmetric key for RS256',
    isAccepted: false,
    set: { keys: [{ ...oct, alg: 'RS256' }] },
    header: { alg: 'RS256', kid: 'oct' },
    signer: hmac(createSecretKey(secret)),
  },
  {
    name: 'a symmetric key of nothing for none',
    isAccepted: false,
    set: { keys: [{ kty: 'oct', k: '', kid: 'oct' }] },
    header: { alg: 'none', kid: 'oct' },
    signer: () => new Uint8Array(),
  },
  {
    name: 'no kid, and two keys that fit',
    isAccepted: false,
    set: { keys: [ecJwk({ kid: 'a' }), otherEcJwk({ kid: 'b' })] },
    header: { alg: 'ES256' },
    signer: ec,
  },
  {
    name: 'no kid on either side',
    isAccepted: true,
    set: { keys: [ecJwk({ kid: undefined })] },
    header: { alg: 'ES256' },
    signer: ec,
  },
]

const issuerOf = (index: number) => `set-${index}`

/** The key sets by the names of their issuers. */
export const keySets: ReadonlyMap<string, unknown> = new Map([
  ['usual', usualSet],
  ...rows.map(({ set }, index) => [issuerOf(index), set] as const),
])

export const keySetCases: readonly TokenCase[] = rows.map(
  ({ name, isAccepted, header, signer }, index) => ({
    name: `key set: ${name}`,
    isAccepted,
    // A set that cannot be used is a fault of the issuer, not of the caller.
    statuses: [401, 503],
    token: () => tokenOf(header, claimsOf(issuerOf(index)), signer),
  }),
)
