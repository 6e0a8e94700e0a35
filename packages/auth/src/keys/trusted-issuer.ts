import { createSecretKey, type KeyObject } from 'node:crypto'
import type { JSONWebKeySet } from 'jose'
import { parseDuration } from 'fw'
import { checkEndpoint } from './fetch-json.ts'
import { IssuerKeys } from './issuer-keys.ts'
import { findKeyIn, type FindKey } from './key-set.ts'

/** Whose tokens are accepted, and which of them. */
export interface IssuerOptions {
  /** The claim `iss`, letter by letter. */
  readonly issuer: string
  /** The claim `aud` has to name one of these: what this application is called by its issuer. `false`: tokens have no `aud`, as those of Cognito and Clerk. */
  readonly audience: string | readonly string[] | false
  /** The claim `client_id`, else `azp`, is one of these. Required with `audience: false`. */
  readonly clientId?: string | readonly string[]
  /** Where its keys are. Default: what its metadata names. */
  readonly jwksUri?: string
  /** Its public keys, where they are not to be fetched. */
  readonly keys?: JSONWebKeySet
  /** What HS256 and the like are verified by: 32 bytes or more, and no public keys beside it. */
  readonly secret?: string | Uint8Array
  /** Default `['RS256', 'PS256', 'ES256', 'EdDSA']`, with a secret `['HS256']`. */
  readonly algorithms?: readonly string[]
  /** The header `typ` is one of these. Default: `at+jwt`, `JWT` or missing. */
  readonly typ?: string | readonly string[]
  /** How far clocks may differ, up to `5m`. Default `30s`. */
  readonly clockTolerance?: string
}

/** An issuer as tokens are checked against it. */
export interface TrustedIssuer {
  readonly issuer: string
  /** Undefined if tokens have no `aud`. */
  readonly audiences: readonly string[] | undefined
  /** Undefined if any client may use the tokens. */
  readonly clients: readonly string[] | undefined
  readonly algorithms: readonly string[]
  /** In lower case. */
  readonly types: readonly string[]
  /** True if a token without a type is refused. */
  readonly needsType: boolean
  /** In seconds. */
  readonly tolerance: number
  readonly findKey: FindKey | KeyObject
}

/** Makes issuers from their options, for tenants again and again, and fetches the keys of each once. */
export class IssuerDesk {
  /** The most recently used stand last. */
  readonly #fetched = new Map<string, IssuerKeys>()
  readonly #given = new WeakMap<JSONWebKeySet, FindKey>()

  /** Throws a `TypeError` for options that would let in too many, or nobody. */
  trust(options: IssuerOptions): TrustedIssuer {
    const { issuer, audience, clientId, typ, clockTolerance = '30s' } = options
    const audiences = audience === false ? undefined : [audience].flat()
    const clients = clientId === undefined ? undefined : [clientId].flat()
    if (typeof issuer !== 'string' || issuer === '') {
      throw new TypeError('jwt(…): the issuer is missing. Write: jwt({ issuer: "https://…", … }).')
    }
    if (!audiences && !clients) {
      throw new TypeError(
        `jwt(…): audience is false, and tokens for other applications would be accepted. ` +
          `Name the clients whose tokens ${issuer} issues for this one: clientId: "…".`,
      )
    }
    if (clients && !areNames(clients)) {
      throw new TypeError('jwt(…): the clientId is empty. Name a client, or leave it out.')
    }
    if (audiences && !areNames(audiences)) {
      throw new TypeError(
        `jwt(…): the audience is missing, and tokens for others would be accepted. ` +
          `Write what ${issuer} calls this application: audience: "https://api.example.com".`,
      )
    }
    const tolerance = parseDuration(clockTolerance) / 1000
    if (tolerance > 300) {
      throw new TypeError(`jwt(…): a clockTolerance of "${clockTolerance}" is over "5m".`)
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
      const known = this.#given.get(keys) ?? findKeyIn(keys)
      this.#given.set(keys, known)
      return known
    }
    checkEndpoint('jwt(…)', jwksUri ?? issuer)
    const fetched = this.#keysOf(issuer, jwksUri)
    return (header) => fetched.find(header)
  }

  #keysOf(issuer: string, jwksUri: string | undefined): IssuerKeys {
    const name = JSON.stringify([issuer, jwksUri])
    const keys = this.#fetched.get(name) ?? new IssuerKeys(issuer, jwksUri)
    this.#fetched.delete(name)
    this.#fetched.set(name, keys)
    if (this.#fetched.size > mostIssuers) {
      const [oldest = ''] = this.#fetched.keys()
      this.#fetched.delete(oldest)
    }
    return keys
  }
}

function areNames(names: readonly unknown[]): boolean {
  return names.length > 0 && names.every((name) => typeof name === 'string' && name !== '')
}

const mostIssuers = 1000

const secrets = ['HS256', 'HS384', 'HS512']
const signatures = ['RS256', 'PS256', 'ES256', 'EdDSA', 'RS384', 'RS512', 'PS384', 'PS512']
const others = ['ES384', 'ES512', 'Ed25519', 'ML-DSA-44', 'ML-DSA-65', 'ML-DSA-87']

function algorithmsOf({ algorithms, secret, keys, jwksUri }: IssuerOptions): readonly string[] {
  if (secret !== undefined && (keys !== undefined || jwksUri !== undefined)) {
    throw new TypeError(
      'jwt(…): a secret and public keys exclude each other, as one could be taken for the other. Leave one out.',
    )
  }
  const [possible, usual] =
    secret === undefined
      ? [[...signatures, ...others], signatures.slice(0, 4)]
      : [secrets, secrets.slice(0, 1)]
  const chosen = algorithms ?? usual
  const wrong = chosen.find((name) => !possible.includes(name))
  if (wrong === undefined && chosen.length > 0) return chosen
  throw new TypeError(
    `jwt(…): "${wrong ?? ''}" is no algorithm ${secret === undefined ? 'of public keys' : 'of a secret'}. ` +
      `There are ${possible.join(', ')}.`,
  )
}

function toSecret(secret: string | Uint8Array): KeyObject {
  const bytes = Buffer.from(secret as Uint8Array)
  if (bytes.length >= 32) return createSecretKey(bytes)
  throw new TypeError(
    `jwt(…): the secret has ${bytes.length} bytes, and could be guessed. Take 32 or more: ` +
      'node -p "crypto.randomBytes(32).toString(\'base64url\')"',
  )
}
