import {
  CredentialRefused,
  Scheme,
  type ChallengeDetails,
  type Config,
  type Credential,
  type Principal,
  type Resolver,
  type SchemeOptions,
} from '@fw/core'
import { AttemptLimiter } from './attempt-limiter.ts'

/** Options for `basic`, with the function that checks name and password. */
export interface BasicOptions extends SchemeOptions<object> {
  /**
   * Returns the principal with this name and password, or null. For an unknown name, call `Passwords.verify` with null,
   * which takes the same time.
   */
  readonly verify: (name: string, password: string) => Principal | null | Promise<Principal | null>
  /** The limiter for failed attempts. Default: the one in the container, which allows 10 failures in 15 minutes. */
  readonly limiter?: AttemptLimiter
}

/** Authenticates callers with a name and a password (RFC 7617). */
export function basic(options: BasicOptions): Scheme<object> {
  return new BasicScheme(options)
}

class BasicScheme extends Scheme<object> {
  readonly reads = { authorization: 'Basic' }
  readonly #verify: BasicOptions['verify']
  #limiter: () => AttemptLimiter | undefined

  constructor(options: BasicOptions) {
    super(options)
    this.#verify = options.verify
    this.#limiter = () => options.limiter
  }

  override attach(_config: Config, get: Resolver['get']): void {
    const configured = this.#limiter
    this.#limiter = () => configured() ?? get(AttemptLimiter)
  }

  override async authenticate({ text, request }: Credential): Promise<Principal> {
    const { name, password } = readPair(text)
    const verify = async () => this.#verify(name, password)
    const limiter = this.#limiter()
    const principal = await (limiter
      ? limiter.attempt(name, request ?? noAddress, verify)
      : verify())
    if (principal) return principal
    throw new CredentialRefused('name and password do not match')
  }

  override challenge({ realm }: ChallengeDetails): string | undefined {
    return super.challenge({ realm, charset: 'UTF-8' })
  }
}

function readPair(text: string): { name: string; password: string } {
  const pair = decode(text)
  const colon = pair?.indexOf(':') ?? -1
  // RFC 7617 does not allow control characters.
  if (pair === undefined || colon < 0 || /\p{Cc}/u.test(pair)) {
    throw new CredentialRefused('it is not a name with a password')
  }
  return { name: pair.slice(0, colon), password: pair.slice(colon + 1) }
}

function decode(text: string): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'base64'))
  } catch {
    return undefined
  }
}

const noAddress = { ip: undefined }
