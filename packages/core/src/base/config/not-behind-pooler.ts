/** Thrown if a setting has no effect behind a pooler in transaction mode. */
export class NotBehindPooler extends Error {
  override readonly name = 'NotBehindPooler'
  readonly key: string

  constructor(key: string) {
    super(
      `${key} has no effect behind a pooler in transaction mode, which DB_POOLER or pgbouncer=true declares. ` +
        "Remove it, and set the limit for the user of the database: ALTER ROLE shop SET statement_timeout = '30s'.",
    )
    this.key = key
  }
}
