import { DatabaseSync } from 'node:sqlite'

/** For other databases, a pool of `pg`, `postgres` or `mysql2`. */
export class Database {
  readonly connection = new DatabaseSync(':memory:')
}
