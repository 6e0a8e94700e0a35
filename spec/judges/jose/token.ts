import { constants, createHmac, sign, type BinaryLike, type KeyObject } from 'node:crypto'

export type Json = Readonly<Record<string, unknown>>

/** A token to send, and whether it has to be accepted. */
export interface TokenCase {
  readonly name: string
  readonly isAccepted: boolean
  readonly token: () => string
  /** The statuses of a refusal. Default: 401. */
  readonly statuses?: readonly number[]
}

export const audience = 'https://api.example.com'
export const now = Math.floor(Date.now() / 1000)

/** The claims of a token that is accepted. */
export function claimsOf(issuer: string, changes: Json = {}): Json {
  return { iss: issuer, aud: audience, sub: 'ada', iat: now, exp: now + 300, ...changes }
}

export function encode(value: unknown): string {
  const bytes = value instanceof Uint8Array || typeof value === 'string' ? value : toText(value)
  return Buffer.from(bytes).toString('base64url')
}

function toText(value: unknown): string {
  return JSON.stringify(value) ?? ''
}

/** The bytes of a signature by the algorithm of a header. */
export type Signer = (data: Buffer) => Uint8Array

/** A token in compact form. Strings and bytes are taken as they are, other values as JSON. */
export function tokenOf(header: unknown, payload: unknown, signer: Signer): string {
  const data = `${encode(header)}.${encode(payload)}`
  return `${data}.${encode(signer(Buffer.from(data)))}`
}

export const ecdsa =
  (key: KeyObject, hash = 'sha256', dsaEncoding: 'ieee-p1363' | 'der' = 'ieee-p1363'): Signer =>
  (data) =>
    sign(hash, data, { key, dsaEncoding })

export const eddsa =
  (key: KeyObject): Signer =>
  (data) =>
    sign(null, data, key)

export const pkcs1 =
  (key: KeyObject, hash = 'sha256'): Signer =>
  (data) =>
    sign(hash, data, { key, padding: constants.RSA_PKCS1_PADDING })

export const pss =
  (key: KeyObject, saltLength = 32, hash = 'sha256'): Signer =>
  (data) =>
    sign(hash, data, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength })

export const hmac =
  (secret: BinaryLike | KeyObject, hash = 'sha256'): Signer =>
  (data) =>
    createHmac(hash, secret).update(data).digest()

/** A signature of these bytes, whatever is signed. */
export const constant =
  (bytes: Uint8Array): Signer =>
  () =>
    bytes
