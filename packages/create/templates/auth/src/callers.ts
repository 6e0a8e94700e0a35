import { apiKey, ApiKeys, type StoredApiKey } from '@fw/auth'
import { Authentication, Command, Get, Principal, type AccessOptions, type Config } from '@fw/core'

/** Callers send an API key; API_KEYS contains the id, the hash and the owner of each. */
export class Callers extends Authentication {
  static override schemes(config: Config) {
    const keys = new Map(config.list('API_KEYS', []).map(readKey))
    return { key: apiKey({ find: (id) => keys.get(id) ?? null, scopes: 'all' }) }
  }

  /** Without this method, every route that is not `@Public()` requires a key. */
  static override options(): AccessOptions {
    return { default: 'public' }
  }
}

function readKey(setting: string): [string, StoredApiKey] {
  const [id = '', hash = '', owner = ''] = setting.split(':')
  return [id, { hash, principal: new Principal({ id: owner }) }]
}

export class Caller {
  constructor(readonly id: string) {}
}

export class CallersController {
  /** Shows the caller. The parameter requires a key. */
  @Get('/me')
  show(caller: Principal): Caller {
    return new Caller(caller.id)
  }

  @Command('key:create', { description: 'Prints a new key, and the setting for it.' })
  create(owner: string): void {
    const { key, id, hash } = ApiKeys.create('app')
    console.log(`Key, which is not stored: ${key}\nSetting: API_KEYS=${id}:${hash}:${owner}`)
  }
}
