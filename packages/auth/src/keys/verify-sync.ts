import { constants, KeyObject, verify, type SignKeyObjectInput } from 'node:crypto'

/** The parameters with which `node:crypto` verifies a JWS algorithm (RFC 7518, RFC 8037). */
interface SignatureMethod {
  /** The hash algorithm; undefined if the signature algorithm implies it. */
  readonly hash: string | undefined
  readonly options: Omit<SignKeyObjectInput, 'key'>
}

const { RSA_PKCS1_PADDING, RSA_PKCS1_PSS_PADDING } = constants

/** The fast algorithms: RS256 with 2048 bits takes 25 µs, ES256 takes 80 µs. */
const methods = new Map<string, SignatureMethod>([
  ...[256, 384, 512].flatMap((bits): [string, SignatureMethod][] => [
    [`RS${bits}`, { hash: `sha${bits}`, options: { padding: RSA_PKCS1_PADDING } }],
    [
      `PS${bits}`,
      { hash: `sha${bits}`, options: { padding: RSA_PKCS1_PSS_PADDING, saltLength: bits / 8 } },
    ],
  ]),
  ['ES256', { hash: 'sha256', options: { dsaEncoding: 'ieee-p1363' } }],
  ['EdDSA', { hash: undefined, options: {} }],
  ['Ed25519', { hash: undefined, options: {} }],
])

/** Matches three base64url strings without padding, separated by dots. */
export const compactPattern = /^[\w-]+\.[\w-]+\.[\w-]+$/

/** Returns the bytes of a signature; undefined if their encoding is not canonical. */
export function signatureIn(token: string): Buffer | undefined {
  const text = token.slice(token.lastIndexOf('.') + 1)
  const bytes = Buffer.from(text, 'base64url')
  return bytes.toString('base64url') === text ? bytes : undefined
}

/** The minimum size of RSA keys in bits, from RFC 7518. Keys above the maximum are slow. */
export const minRsaBits = 2048
const maxRsaBits = 4096

/**
 * Verifies the signature of a token with a key and algorithm. Returns undefined if jose must verify the signature: if
 * the algorithm is slow, an RSA key has an unusual size, or the token is not in compact form.
 */
export function verifySync(token: string, alg: string, key: CryptoKey): boolean | undefined {
  const method = methods.get(alg)
  const { modulusLength = minRsaBits } = key.algorithm as { readonly modulusLength?: number }
  const isFast = method && modulusLength >= minRsaBits && modulusLength <= maxRsaBits
  if (!isFast || !compactPattern.test(token)) return undefined
  const end = token.lastIndexOf('.')
  const data = Buffer.from(token.slice(0, end), 'latin1')
  const signature = signatureIn(token)
  if (!signature) return false
  return verify(method.hash, data, { key: keyObjectOf(key), ...method.options }, signature)
}

const keyObjects = new WeakMap<CryptoKey, KeyObject>()

function keyObjectOf(key: CryptoKey): KeyObject {
  let keyObject = keyObjects.get(key)
  if (!keyObject) keyObjects.set(key, (keyObject = KeyObject.from(key)))
  return keyObject
}
