import { privateEncrypt, constants, createHash, sign, type KeyObject } from 'node:crypto'
import { jwkOf, keys } from './issuer.ts'
import {
  claimsOf,
  constant,
  ecdsa,
  eddsa,
  pkcs1,
  pss,
  tokenOf,
  type Signer,
  type TokenCase,
} from './token.ts'

type Row = readonly [name: string, alg: string, signer: Signer]

const kids: Readonly<Record<string, string>> = {
  ES256: 'ec',
  RS256: 'rsa',
  PS256: 'rsa',
  EdDSA: 'ed',
}

/** The order of the group of P-256, and that of Ed25519. */
const orderOfP256 = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
const orderOfEd25519 = 2n ** 252n + 27742317777372353535851937790883648493n

const zero = Buffer.alloc(32)
const bytesOf = (value: bigint, length = 32) =>
  Buffer.from(
    value
      .toString(16)
      .padStart(length * 2, '0')
      .slice(-length * 2),
    'hex',
  )
const numberOf = (bytes: Uint8Array) => BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
const order = bytesOf(orderOfP256)

/** The signature of the issuer with another r and s. */
const ec =
  (change: (r: Buffer, s: Buffer) => readonly Uint8Array[]): Signer =>
  (data) => {
    const signature = ecdsa(keys.ec.privateKey)(data)
    return Buffer.concat(
      change(Buffer.from(signature.subarray(0, 32)), Buffer.from(signature.subarray(32))),
    )
  }

const ed =
  (change: (r: Buffer, s: Buffer) => readonly Uint8Array[]): Signer =>
  (data) => {
    const signature = eddsa(keys.ed.privateKey)(data)
    return Buffer.concat(
      change(Buffer.from(signature.subarray(0, 32)), Buffer.from(signature.subarray(32))),
    )
  }

const modulus = Buffer.from(String(jwkOf(keys.rsa.publicKey)['n']), 'base64url')

/** S of Ed25519 is written with its lowest byte first. */
function withOrder(s: Buffer): Buffer {
  const value = numberOf(s.toReversed()) + orderOfEd25519
  return Buffer.from(bytesOf(value).toReversed())
}

/** A padded block without the name of the hash. */
const withoutName =
  (key: KeyObject): Signer =>
  (data) =>
    privateEncrypt(
      { key, padding: constants.RSA_PKCS1_PADDING },
      createHash('sha256').update(data).digest(),
    )

/** A block that ends with the hash, and has too little padding (Bleichenbacher, 2006). */
const shortPadding: Signer = (data) => {
  const name = Buffer.from('3031300d060960864801650304020105000420', 'hex')
  const digest = createHash('sha256').update(data).digest()
  const block = Buffer.alloc(256, 0)
  Buffer.concat([Buffer.from('0001ffffffffffffffffff00', 'hex'), name, digest]).copy(block)
  return privateEncrypt({ key: keys.rsa.privateKey, padding: constants.RSA_NO_PADDING }, block)
}

const accepted: readonly Row[] = [
  ['of the issuer', 'ES256', ecdsa(keys.ec.privateKey)],
  ['of the issuer', 'RS256', pkcs1(keys.rsa.privateKey)],
  ['of the issuer', 'PS256', pss(keys.rsa.privateKey)],
  ['of the issuer', 'EdDSA', eddsa(keys.ed.privateKey)],
  // RFC 7518 asks for no low s.
  ['with n - s', 'ES256', ec((r, s) => [r, bytesOf(orderOfP256 - numberOf(s))])],
]

const refused: readonly Row[] = [
  ['with r and s of zero', 'ES256', constant(Buffer.alloc(64))],
  ['with r of zero', 'ES256', ec((_, s) => [zero, s])],
  ['with s of zero', 'ES256', ec((r) => [r, zero])],
  ['with r of n', 'ES256', ec((_, s) => [order, s])],
  ['with s of n', 'ES256', ec((r) => [r, order])],
  ['with r and s of n', 'ES256', constant(Buffer.concat([order, order]))],
  ['with r of n and s of zero', 'ES256', constant(Buffer.concat([order, zero]))],
  ['with r and s of one', 'ES256', constant(Buffer.concat([bytesOf(1n), bytesOf(1n)]))],
  ['with r of one and s of zero', 'ES256', constant(Buffer.concat([bytesOf(1n), zero]))],
  [
    'with r and s of n - 1',
    'ES256',
    constant(Buffer.concat([bytesOf(orderOfP256 - 1n), bytesOf(orderOfP256 - 1n)])),
  ],
  ['of ones', 'ES256', constant(Buffer.alloc(64, 255))],
  ['with r and s swapped', 'ES256', ec((r, s) => [s, r])],
  ['with r twice', 'ES256', ec((r) => [r, r])],
  ['with n - r', 'ES256', ec((r, s) => [bytesOf(orderOfP256 - numberOf(r)), s])],
  ['in DER', 'ES256', ecdsa(keys.ec.privateKey, 'sha256', 'der')],
  ['of 63 bytes', 'ES256', ec((r, s) => [r, s.subarray(0, 31)])],
  ['of 65 bytes', 'ES256', ec((r, s) => [r, s, Buffer.of(0)])],
  ['with zeros before r', 'ES256', ec((r, s) => [Buffer.of(0), r, s])],
  ['with zeros before r and s', 'ES256', ec((r, s) => [Buffer.of(0), r, Buffer.of(0), s])],
  ['of 66 bytes each', 'ES256', ec((r, s) => [Buffer.alloc(34), r, Buffer.alloc(34), s])],
  ['of 32 bytes', 'ES256', ec((r) => [r])],
  ['of 1 byte', 'ES256', constant(Buffer.of(0))],
  ['of another key', 'ES256', ecdsa(keys.otherEc.privateKey)],
  ['of a key of P-384', 'ES256', ecdsa(keys.p384.privateKey)],
  ['of a key of secp256k1', 'ES256', ecdsa(keys.secp256k1.privateKey)],
  ['of SHA-1', 'ES256', ecdsa(keys.ec.privateKey, 'sha1')],
  ['of SHA-384', 'ES256', ecdsa(keys.ec.privateKey, 'sha384')],
  [
    'of the payload alone',
    'ES256',
    (data) => ecdsa(keys.ec.privateKey)(data.subarray(data.indexOf('.') + 1)),
  ],
  ['of another text', 'ES256', () => ecdsa(keys.ec.privateKey)(Buffer.from('x'))],
  ['of zero', 'RS256', constant(Buffer.alloc(256))],
  ['of one', 'RS256', constant(bytesOf(1n, 256))],
  ['of the modulus', 'RS256', constant(modulus)],
  [
    'plus the modulus',
    'RS256',
    (data) => bytesOf(numberOf(pkcs1(keys.rsa.privateKey)(data)) + numberOf(modulus), 257),
  ],
  ['of ones', 'RS256', constant(Buffer.alloc(256, 255))],
  ['of another key', 'RS256', pkcs1(keys.otherRsa.privateKey)],
  ['of a key of 1024 bits', 'RS256', pkcs1(keys.weakRsa.privateKey)],
  ['of SHA-1', 'RS256', pkcs1(keys.rsa.privateKey, 'sha1')],
  ['of SHA-512', 'RS256', pkcs1(keys.rsa.privateKey, 'sha512')],
  ['without the name of the hash', 'RS256', withoutName(keys.rsa.privateKey)],
  ['with too little padding', 'RS256', shortPadding],
  [
    'with a zero in front',
    'RS256',
    (data) => Buffer.concat([Buffer.of(0), pkcs1(keys.rsa.privateKey)(data)]),
  ],
  [
    'with a zero behind',
    'RS256',
    (data) => Buffer.concat([pkcs1(keys.rsa.privateKey)(data), Buffer.of(0)]),
  ],
  ['of 255 bytes', 'RS256', (data) => pkcs1(keys.rsa.privateKey)(data).subarray(1)],
  ['without salt', 'PS256', pss(keys.rsa.privateKey, 0)],
  ['with 20 bytes of salt', 'PS256', pss(keys.rsa.privateKey, 20)],
  ['with all the salt that fits', 'PS256', pss(keys.rsa.privateKey, 222)],
  ['of SHA-384', 'PS256', pss(keys.rsa.privateKey, 48, 'sha384')],
  ['of another key', 'PS256', pss(keys.otherRsa.privateKey)],
  ['of zero', 'PS256', constant(Buffer.alloc(256))],
  ['with S plus the order', 'EdDSA', ed((r, s) => [r, withOrder(s)])],
  ['with S of zero', 'EdDSA', ed((r) => [r, zero])],
  ['with R of zero', 'EdDSA', ed((_, s) => [zero, s])],
  ['of zeros', 'EdDSA', constant(Buffer.alloc(64))],
  ['of the neutral point', 'EdDSA', constant(Buffer.concat([Buffer.of(1), Buffer.alloc(63)]))],
  ['of ones', 'EdDSA', constant(Buffer.alloc(64, 255))],
  [
    'with the sign of R changed',
    'EdDSA',
    ed((r, s) => [r.subarray(0, 31), Buffer.of((r[31] ?? 0) ^ 128), s]),
  ],
  ['of 63 bytes', 'EdDSA', ed((r, s) => [r, s.subarray(0, 31)])],
  ['of 65 bytes', 'EdDSA', ed((r, s) => [r, s, Buffer.of(0)])],
  ['of another key', 'EdDSA', eddsa(keys.otherEd.privateKey)],
  ['of Ed448', 'EdDSA', (data) => sign(null, data, keys.ed448.privateKey)],
  [
    'of the hash',
    'EdDSA',
    (data) => eddsa(keys.ed.privateKey)(createHash('sha512').update(data).digest()),
  ],
]

export const signatureCases: readonly TokenCase[] = [
  ...accepted.map((row) => toCase(row, true)),
  ...refused.map((row) => toCase(row, false)),
]

function toCase([name, alg, signer]: Row, isAccepted: boolean): TokenCase {
  const header = { alg, kid: kids[alg] }
  return {
    name: `signature: ${alg} ${name}`,
    isAccepted,
    token: () => tokenOf(header, claimsOf('usual', { jti: name }), signer),
  }
}
