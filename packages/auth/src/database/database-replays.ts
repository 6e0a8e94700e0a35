import { ExpiringRows } from './expiring-rows.ts'
import { ReplayStore } from '../stores/replay-store.ts'

/**
 * Keeps ids in a table `id VARCHAR(64) PRIMARY KEY, expires_at BIGINT NOT NULL`, shared by all
 * processes.
 */
export class DatabaseReplays extends ReplayStore {
  readonly #rows: ExpiringRows

  /** `connection` is anything that `new Query()` accepts. */
  constructor(connection: object, table = 'fw_replays') {
    super()
    this.#rows = new ExpiringRows(connection, table)
  }

  async claim(key: string, until: number): Promise<boolean> {
    const isNew = await this.#rows.insertNew({ id: key, expires_at: until })
    this.#rows.clean(Date.now())
    return isNew
  }
}
