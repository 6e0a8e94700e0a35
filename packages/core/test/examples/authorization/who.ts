import {
  Authentication,
  type Config,
  type Credential,
  CredentialRefused,
  Principal,
  type Resolver,
  Scheme,
} from '@fw/core'

/** A caller, as the application knows it. */
export class User extends Principal {
  constructor(
    id: string,
    readonly team: string,
    roles: readonly string[] = [],
  ) {
    super({ id, roles })
  }
}

export class Users {
  readonly #all = new Map([
    ['ada', new User('ada', 'sales', ['admin'])],
    ['bob', new User('bob', 'support')],
  ])

  find(id: unknown): User | null {
    return this.#all.get(String(id)) ?? null
  }
}

/** Replaces a scheme of @fw/auth: a token is a name with its scopes. */
class Names extends Scheme<{ readonly sub: string }> {
  readonly reads = { authorization: 'Bearer' }

  authenticate({ text }: Credential): Principal {
    const [sub = '', ...scopes] = text.split('/')
    if (sub === '') {
      throw new CredentialRefused('the token has no known user')
    }
    return new Principal({ id: sub, scopes, claims: { sub } })
  }
}

export class Who extends Authentication {
  static override schemes(_config: Config, get: Resolver['get']) {
    return {
      user: new Names({ principal: ({ sub }) => get(Users).find(sub) }),
    }
  }

  static override options() {
    return {
      scopes: {
        'orders.read': { text: 'See orders.' },
        'orders.write': {
          text: 'Change orders.',
          implies: ['orders.read'],
        },
      },
    }
  }
}
