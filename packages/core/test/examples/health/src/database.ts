import { DatabaseSync } from 'node:sqlite'

/** Yours is a pool of `pg`, `postgres` or `mysql2`, if it is not SQLite. */
export class Database {
  readonly connection = new DatabaseSync(':memory:')
}
