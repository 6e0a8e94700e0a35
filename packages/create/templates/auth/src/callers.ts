import { apiKey, ApiKeys, type StoredApiKey } from '@fw/auth'
import { Authentication, Command, Get, Principal, type Config } from '@fw/core'

/**
 * Callers send an API key; API_KEYS contains the id, the hash and the owner of each. Every route that is not marked
 * `@Public()` requires a key.
 */
export class Callers extends Authentication {
  static override schemes(config: Config) {
    const keys = new Map(config.list('API_KEYS', []).map(readKey))
    return { key: apiKey({ find: (id) => keys.get(id) ?? null, scopes: 'all' }) }
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
  /** Shows the caller. */
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
