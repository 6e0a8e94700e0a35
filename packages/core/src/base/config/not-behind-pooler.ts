/** Thrown if a setting has no effect behind a pooler in transaction mode. */
export class NotBehindPooler extends Error {
  override readonly name = 'NotBehindPooler'
  readonly key: string

  constructor(key: string, pooler: string) {
    super(
      `${key} has no effect behind a pooler in transaction mode (${pooler} or pgbouncer=true). ` +
        "Remove it, and set the limit for the database user: ALTER ROLE shop SET statement_timeout = '30s'.",
    )
    this.key = key
  }
}
