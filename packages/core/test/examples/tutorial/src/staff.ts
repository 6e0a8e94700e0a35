import { apiKey, ApiKeys, type StoredApiKey } from '@fw/auth'
import {
  Authentication,
  Command,
  type Config,
  Principal,
  type Resolver,
} from '@fw/core'
import { Database } from '@fw/query'

class StaffKey {
  constructor(
    readonly name: string,
    readonly hash: string,
  ) {}
}

export class Staff {
  constructor(private readonly database: Database) {}

  /** Adds a member of the staff, and prints the key. */
  @Command('staff:add')
  async add(name: string): Promise<void> {
    const { key, id, hash } = ApiKeys.create('desk')
    await this.database.table('staff').insert({ id, name, hash })
    console.log(`${name}: ${key}`)
  }

  async find(id: string): Promise<StoredApiKey | null> {
    const row = await this.database
      .table('staff')
      .where('id', '=', id)
      .first(StaffKey)
    return (
      row && {
        hash: row.hash,
        principal: new Principal({ id: row.name }),
      }
    )
  }
}

export class Callers extends Authentication {
  static override schemes(_config: Config, get: Resolver['get']) {
    return {
      staff: apiKey({
        find: (id) => get(Staff).find(id),
        scopes: 'all',
      }),
    }
  }
}
