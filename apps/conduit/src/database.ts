import { Query } from '@fw/query'

/** The application's database. */
export class Database {
  /** What `new Query()` takes. */
  readonly connection: object

  constructor(connection: object) {
    this.connection = connection
  }

  table(name: string): Query {
    return new Query(this.connection).table(name)
  }
}
