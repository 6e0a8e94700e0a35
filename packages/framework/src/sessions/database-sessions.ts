import { changed } from './memory-sessions.ts'
import { SessionStore, type SessionChange, type StoredSession } from './session-store.ts'

/** The methods that are used of a `Query` of `@fw/query`. */
export interface SessionQuery {
  table(name: string): this
  where(column: string, operator: string, value: unknown): this
  first(): Promise<object | null>
  insert(row: object): Promise<void>
  update(changes: object): Promise<number>
  delete(): Promise<number>
}

/**
 * Stores sessions in a table `id VARCHAR(64) PRIMARY KEY, data TEXT, version INT, replaced INT, ends_at BIGINT,
 * expires_at BIGINT`. All columns are NOT NULL.
 */
export class DatabaseSessions extends SessionStore {
  readonly #query: () => SessionQuery
  readonly #table: string
  #cleanedAt = 0

  /** `query` is called for each SQL query and returns a new `Query`: `() => new Query(pool)`. */
  constructor(query: () => SessionQuery, table = 'fw_sessions') {
    super()
    this.#query = query
    this.#table = table
  }

  async read(key: string): Promise<StoredSession | undefined> {
    return (await this.#find(key))?.session
  }

  async create(key: string, session: StoredSession, now: number): Promise<void> {
    await this.#query()
      .table(this.#table)
      .insert({
        id: key,
        data: JSON.stringify(session.fields),
        version: 0,
        replaced: session.isReplaced ? 1 : 0,
        ends_at: session.endsAt,
        expires_at: session.expiresAt,
      })
    this.#clean(now)
  }

  async update(key: string, { set, remove, expiresAt }: SessionChange): Promise<boolean> {
    const session = await this.#change(key, ({ fields }) => ({
      data: JSON.stringify(changed(fields, set, remove)),
      expires_at: expiresAt,
    }))
    return session !== undefined
  }

  replace(
    key: string,
    until: number,
    _now: number,
    set: SessionChange['set'] = {},
  ): Promise<StoredSession | undefined> {
    return this.#change(key, ({ fields }) => ({
      data: JSON.stringify({ ...fields, ...set }),
      replaced: 1,
      expires_at: until,
    }))
  }

  async delete(key: string): Promise<void> {
    await this.#row(key).delete()
  }

  #row(key: string): SessionQuery {
    return this.#query().table(this.#table).where('id', '=', key)
  }

  async #find(key: string): Promise<{ session: StoredSession; version: number } | undefined> {
    const row = (await this.#row(key).first()) as Record<string, unknown> | null
    if (!row) return undefined
    const session = {
      fields: JSON.parse(String(row['data'])) as Record<string, string>,
      endsAt: Number(row['ends_at']),
      expiresAt: Number(row['expires_at']),
      isReplaced: Number(row['replaced']) === 1,
    }
    return { session, version: Number(row['version']) }
  }

  /**
   * Updates a row if its version has not changed since it was read, otherwise reads it again. Returns the session
   * before the change.
   */
  async #change(
    key: string,
    changesOf: (session: StoredSession) => object,
  ): Promise<StoredSession | undefined> {
    for (;;) {
      const found = await this.#find(key)
      if (!found || found.session.isReplaced) return undefined
      const { session, version } = found
      const changes = { ...changesOf(session), version: version + 1 }
      if ((await this.#row(key).where('version', '=', version).update(changes)) > 0) return session
    }
  }

  /**
   * Deletes expired sessions once a minute, in the background. Errors are ignored, because the next run deletes the
   * same rows.
   */
  #clean(now: number): void {
    if (now - this.#cleanedAt < 60_000) return
    this.#cleanedAt = now
    const expired = this.#query().table(this.#table).where('expires_at', '<=', now)
    expired.delete().catch(() => {})
  }
}
