import {
  Authentication,
  type Config,
  type Credential,
  CredentialRefused,
  Principal,
  type Resolver,
  Scheme,
} from '@fw/core'
import { Tokens } from './tokens.ts'

/** The signed-in user. */
export class Caller extends Principal {
  constructor(readonly userId: number) {
    super({ id: String(userId) })
  }
}

/** The tokens of this application, as `Authorization: Token …`. */
class TokenScheme extends Scheme {
  readonly reads = { authorization: ['Token', 'Bearer'] }
  readonly #tokens: () => Tokens

  constructor(tokens: () => Tokens) {
    super()
    this.#tokens = tokens
  }

  async authenticate({ text }: Credential): Promise<Principal> {
    const userId = await this.#tokens().read(text)
    if (userId === undefined) throw new CredentialRefused('the token is not valid')
    return new Caller(userId)
  }
}

export class Callers extends Authentication {
  static override schemes(_config: Config, get: Resolver['get']) {
    return { token: new TokenScheme(() => get(Tokens)) }
  }
}
