import { cancellable } from '../connection/cancellable.ts'
import type { Outcome, Row } from '../connection/connection.ts'
import { postgres } from '../sql/dialects/postgres.ts'
import type { PreparedNames } from '../connection/prepared-names.ts'
import { QueryFailed } from '../connection/query-failed.ts'
import { Sequence } from '../connection/sequence.ts'
import type { Session } from '../connection/session.ts'
import type { Statement } from '../sql/sql-writer.ts'
import { cancelPgStatement } from './pg-cancel.ts'
import type { PgClient, PgQuery, PgResult } from './pg-driver.ts'
import { readCursor } from './postgres-cursor.ts'
import { isStalePlan, toPostgresFailure } from './postgres-failure.ts'
import { toPostgresValues } from './postgres-values.ts'
import { restoreColumn } from './postgres-rows.ts'

/** A client of "pg" in the hands of one owner. */
export class PgSession implements Session {
  readonly dialect = postgres
  readonly client: PgClient
  readonly #names: PreparedNames
  readonly #sequence = new Sequence()

  constructor(client: PgClient, names: PreparedNames) {
    this.client = client
    this.#names = names
  }

  get isInTransaction(): boolean {
    return this.client.getTransactionStatus?.() === 'T'
  }

  async run(statement: Statement, signal?: AbortSignal): Promise<Outcome> {
    try {
      return toOutcome(await this.#query(toPgQuery(statement, this.#names), signal))
    } catch (error) {
      if (!(error instanceof QueryFailed && isStalePlan(error.driverError))) throw error
      this.#names.forget(statement.text)
      if (this.client.getTransactionStatus?.() !== 'I') throw error
      return this.run(statement, signal)
    }
  }

  async control(sql: string): Promise<string | undefined> {
    return (await this.#query({ text: sql, values: [] })).command ?? undefined
  }

  stream(statement: Statement, size: number, signal?: AbortSignal): AsyncGenerator<Row[], void> {
    return readCursor(statement, size, !this.isInTransaction, async (text, params) => {
      const values = toPostgresValues(params)
      return toOutcome(await this.#query({ text, values }, signal)).rows
    })
  }

  endsTransaction(failure: QueryFailed): boolean {
    return failure.reason === 'connection-lost'
  }

  #query(query: PgQuery, signal?: AbortSignal): Promise<PgResult> {
    const run = async () => {
      signal?.throwIfAborted()
      const running = this.client.query(query).catch((error: unknown) => {
        throw toPostgresFailure(query.text, error)
      })
      return signal ? cancellable(running, () => cancelPgStatement(this.client), signal) : running
    }
    // A cancel hits whatever runs on the connection.
    return this.client.pipeline && !signal ? this.#sequence.share(run) : this.#sequence.alone(run)
  }
}

export function toPgQuery(statement: Statement, names: PreparedNames): PgQuery {
  const values = toPostgresValues(statement.params)
  const prepared = names.find(statement)
  return prepared
    ? { name: prepared.name, text: prepared.text, values }
    : { text: statement.text, values }
}

export function toOutcome({ rows, rowCount, fields }: PgResult): Outcome {
  for (const field of fields) {
    restoreColumn(rows, field.name, field.dataTypeID)
  }
  return { rows, affected: rowCount ?? 0 }
}
