import { apiKey, ApiKeys, type StoredApiKey } from '@fw/auth'
import {
  Authentication,
  type Config,
  Delete,
  Get,
  Post,
  Principal,
  type Resolver,
} from '@fw/core'

export class Keys {
  readonly #rows = new Map<string, StoredApiKey>()

  issue(owner: string): string {
    const { key, id, hash } = ApiKeys.create('shop')
    this.#rows.set(id, {
      hash,
      principal: new Principal({ id: owner }),
    })
    return key
  }

  find(id: string): StoredApiKey | null {
    return this.#rows.get(id) ?? null
  }

  revoke(id: string, owner: string): void {
    if (this.#rows.get(id)?.principal.id === owner) {
      this.#rows.delete(id)
    }
  }
}

export class Callers extends Authentication {
  static override schemes(_config: Config, get: Resolver['get']) {
    return {
      key: apiKey({ find: (id) => get(Keys).find(id), scopes: 'all' }),
    }
  }
}

export class KeyController {
  constructor(private readonly keys: Keys) {}

  @Get('/me')
  me(caller: Principal) {
    return caller.id
  }

  @Post('/keys')
  create(caller: Principal) {
    return { key: this.keys.issue(caller.id) }
  }

  @Delete('/keys/{id}')
  revoke(id: string, caller: Principal) {
    this.keys.revoke(id, caller.id)
  }
}
