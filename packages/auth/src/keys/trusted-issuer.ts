import { createSecretKey, type KeyObject } from 'node:crypto'
import type { JSONWebKeySet } from 'jose'
import { parseDuration } from '@fw/core'
import { checkEndpoint } from './fetch-json.ts'
import { IssuerKeys } from './issuer-keys.ts'
import { findKeyIn, type FindKey } from './key-set.ts'

/** The issuer whose tokens are accepted, and the requirements for its tokens. */
export interface IssuerOptions {
  /** The exact value of the claim `iss`. */
  readonly issuer: string
  /**
   * The name of this application at the issuer. The claim `aud` must contain one of these values. Use `false` if tokens
   * have no `aud`, like the tokens of Cognito and Clerk.
   */
  readonly audience: string | readonly string[] | false
  /**
   * The accepted values of the claim `client_id`, or of `azp` if `client_id` is missing. Required with `audience: false`.
   */
  readonly clientId?: string | readonly string[]
  /** The URL of the issuer's keys. Default: the URL in the issuer's metadata. */
  readonly jwksUri?: string
  /** The public keys of the issuer. Default: the keys at `jwksUri`. */
  readonly keys?: JSONWebKeySet
  /** The secret for HS256, HS384 or HS512, at least 32 bytes long. It cannot be combined with public keys. */
  readonly secret?: string | Uint8Array
  /** The accepted algorithms. Default: `['RS256', 'PS256', 'ES256', 'EdDSA']`; with a secret `['HS256']`. */
  readonly algorithms?: readonly string[]
  /** The accepted values of the header `typ`. Default: `at+jwt`, `JWT` or missing. */
  readonly typ?: string | readonly string[]
  /** The tolerated clock difference, up to `5m`. Default: `30s`. */
  readonly clockTolerance?: string
}

/** The checked options of an issuer, with which tokens are verified. */
export interface TrustedIssuer {
  readonly issuer: string
  /** The accepted audiences; undefined if tokens have no `aud` claim. */
  readonly audiences: readonly string[] | undefined
  /** The clients that may use the tokens; undefined if any client may. */
  readonly clients: readonly string[] | undefined
  readonly algorithms: readonly string[]
  /** The accepted types in lower case. */
  readonly types: readonly string[]
  /** True if a token without a type is rejected. */
  readonly needsType: boolean
  /** The tolerance in seconds. */
  readonly tolerance: number
  readonly findKey: FindKey | KeyObject
}

/**
 * Creates issuers from their options. `trust` may be called for each token: calls with the same issuer and `jwksUri`
 * share the fetched keys.
 */
export class IssuerRegistry {
  /** The most recently used keys are last. */
  readonly #issuerKeys = new Map<string, IssuerKeys>()
  readonly #findKeyFunctions = new WeakMap<JSONWebKeySet, FindKey>()

  /** Throws a `TypeError` for invalid options, for example if tokens of other applications would be accepted. */
  trust(options: IssuerOptions): TrustedIssuer {
    const { issuer, audience, clientId, typ, clockTolerance = '30s' } = options
    const audiences = audience === false ? undefined : [audience].flat()
    const clients = clientId === undefined ? undefined : [clientId].flat()
    if (typeof issuer !== 'string' || issuer === '') {
      throw new TypeError('jwt(…): the issuer is missing. Write: jwt({ issuer: "https://…", … }).')
    }
    if (!audiences && !clients) {
      throw new TypeError(
        `jwt(…): audience is false, so tokens for other applications would be accepted. ` +
          `Set the clients whose tokens are for this application: clientId: "…".`,
      )
    }
    if (clients && !areNames(clients)) {
      throw new TypeError('jwt(…): the clientId is empty. Name a client, or leave it out.')
    }
    if (audiences && !areNames(audiences)) {
      throw new TypeError(
        `jwt(…): the audience is missing, so tokens for other applications would be accepted. ` +
          `Set the name of this application at ${issuer}: audience: "https://api.example.com".`,
      )
    }
    const tolerance = parseDuration(clockTolerance) / 1000
    if (tolerance > 300) {
      throw new TypeError(
        `jwt(…): the clockTolerance "${clockTolerance}" is too long. Use at most "5m".`,
      )
    }
    return {
      issuer,
      audiences,
      clients,
      algorithms: algorithmsOf(options),
      types: [typ ?? ['at+jwt', 'JWT']].flat().map((name) => name.toLowerCase()),
      needsType: typ !== undefined,
      tolerance,
      findKey: this.#findKey(options),
    }
  }

  #findKey({ issuer, jwksUri, keys, secret }: IssuerOptions): FindKey | KeyObject {
    if (secret !== undefined) return toSecret(secret)
    if (keys) {
      const known = this.#findKeyFunctions.get(keys) ?? findKeyIn(keys)
      this.#findKeyFunctions.set(keys, known)
      return known
    }
    checkEndpoint('jwt(…)', jwksUri ?? issuer)
    const fetched = this.#keysOf(issuer, jwksUri)
    return (header) => fetched.find(header)
  }

  #keysOf(issuer: string, jwksUri: string | undefined): IssuerKeys {
    const name = JSON.stringify([issuer, jwksUri])
    const keys = this.#issuerKeys.get(name) ?? new IssuerKeys(issuer, jwksUri)
    this.#issuerKeys.delete(name)
    this.#issuerKeys.set(name, keys)
    if (this.#issuerKeys.size > maxIssuers) {
      const [oldest = ''] = this.#issuerKeys.keys()
      this.#issuerKeys.delete(oldest)
    }
    return keys
  }
}

function areNames(names: readonly unknown[]): boolean {
  return names.length > 0 && names.every((name) => typeof name === 'string' && name !== '')
}

const maxIssuers = 1000

const secretAlgorithms = ['HS256', 'HS384', 'HS512']
const commonAlgorithms = ['RS256', 'PS256', 'ES256', 'EdDSA', 'RS384', 'RS512', 'PS384', 'PS512']
const otherAlgorithms = ['ES384', 'ES512', 'Ed25519', 'ML-DSA-44', 'ML-DSA-65', 'ML-DSA-87']

function algorithmsOf({ algorithms, secret, keys, jwksUri }: IssuerOptions): readonly string[] {
  if (secret !== undefined && (keys !== undefined || jwksUri !== undefined)) {
    throw new TypeError(
      'jwt(…): a secret cannot be combined with public keys, because one could be mistaken for the other. Remove one.',
    )
  }
  const [supported, defaults] =
    secret === undefined
      ? [[...commonAlgorithms, ...otherAlgorithms], commonAlgorithms.slice(0, 4)]
      : [secretAlgorithms, secretAlgorithms.slice(0, 1)]
  const chosen = algorithms ?? defaults
  const unsupported = chosen.find((name) => !supported.includes(name))
  if (unsupported === undefined && chosen.length > 0) return chosen
  throw new TypeError(
    `jwt(…): "${unsupported ?? ''}" is not an algorithm for ${secret === undefined ? 'public keys' : 'a secret'}. ` +
      `Use one of ${supported.join(', ')}.`,
  )
}

function toSecret(secret: string | Uint8Array): KeyObject {
  const bytes = Buffer.from(secret as Uint8Array)
  if (bytes.length >= 32) return createSecretKey(bytes)
  throw new TypeError(
    `jwt(…): the secret has ${bytes.length} bytes, so it could be guessed. Use 32 or more: ` +
      'node -p "crypto.randomBytes(32).toString(\'base64url\')"',
  )
}
