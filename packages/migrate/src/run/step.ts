import type { MigrationSession } from '../database/migration-session.ts'
import { LockLost, MigrationFailed } from '../errors.ts'
import type { Migration, Script } from '../files/read-migrations.ts'
import type { SqlStatement } from '../files/split-statements.ts'
import type { MigrationRecord, MigrationRecords } from '../records.ts'
import type { LockOptions } from './with-lock.ts'

/** The objects that are needed to run a migration. */
export interface Run extends LockOptions {
  readonly session: MigrationSession
  readonly records: MigrationRecords
}

/** A migration and the direction in which to run it. */
export interface Step {
  readonly migration: Migration
  readonly script: Script
  readonly direction: 'up' | 'down'
  /** The record of an unfinished attempt. */
  readonly record: MigrationRecord | undefined
}

/** Returns the SQL or the function to run. */
export function workOf({ script, direction }: Step): Script['up'] {
  return (direction === 'up' ? script.up : script.down) ?? []
}

/** Runs one SQL statement of a file. Throws `MigrationFailed`. */
export async function runStatementOf(
  { id, file }: Migration,
  { text, line }: SqlStatement,
  session: MigrationSession,
): Promise<void> {
  try {
    await session.exec(text)
  } catch (error) {
    const before = text.slice(0, session.errorOffset(error) ?? 0).split('\n').length - 1
    throw new MigrationFailed(id, `${file}:${line + before}`, error)
  }
}

export async function requireLock(session: MigrationSession, id: string): Promise<void> {
  if (!(await session.holdsLock())) throw new LockLost(id)
}

/** Returns the number of SQL statements; 1 for a function. */
export function lengthOf(step: Step): number {
  const work = workOf(step)
  return typeof work === 'function' ? 1 : work.length
}
