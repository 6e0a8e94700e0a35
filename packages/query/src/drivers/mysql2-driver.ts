import type { Readable } from 'node:stream'

// Types for the parts of "mysql2" that the adapter uses. The adapter loads the driver only to cancel a query.

export interface MysqlExecution {
  readonly sql: string
  readonly values: readonly unknown[]
  readonly supportBigNumbers: true
}

export interface MysqlField {
  readonly name: string
  readonly columnType: number
}

export interface MysqlHeader {
  readonly affectedRows: number
  readonly insertId: number | string
}

export type MysqlResult = readonly [
  Record<string, unknown>[] | MysqlHeader,
  readonly MysqlField[] | undefined,
]

export interface MysqlConnection {
  execute(execution: MysqlExecution): Promise<MysqlResult>
  query(sql: string): Promise<unknown>
  beginTransaction(): Promise<void>
  release(): void
  destroy(): void
  /** The underlying connection with callbacks instead of promises. */
  readonly connection: {
    readonly threadId: number
    readonly config: MysqlAddress & MysqlTimes
    execute(execution: MysqlExecution): MysqlCommand
    unprepare(sql: string): void
  }
}

export interface MysqlCommand {
  stream(options: { readonly highWaterMark: number }): Readable
  on(event: 'fields', listener: (fields: readonly MysqlField[]) => void): void
  on(event: 'error', listener: (error: { readonly fatal?: boolean }) => void): void
  once(event: 'end', listener: () => void): void
}

export interface MysqlAddress {
  readonly host?: string
  readonly port?: number
  readonly socketPath?: string
  readonly user?: string
  readonly password?: string
  readonly ssl?: object
}

export interface MysqlTimes {
  /**
   * The time zone of times that do not contain a time zone: `local` (the default), `Z`, or an offset such as `+02:00`.
   */
  readonly timezone?: string
}

export interface MysqlPool {
  /** The underlying pool with callbacks instead of promises. */
  readonly pool: { readonly config: { readonly connectionConfig: MysqlTimes } }
  execute(execution: MysqlExecution): Promise<MysqlResult>
  getConnection(): Promise<MysqlConnection>
}
