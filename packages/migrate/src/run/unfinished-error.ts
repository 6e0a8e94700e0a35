import { MigrationUnfinished } from '../errors.ts'
import { checksumOf } from '../files/checksum.ts'
import type { SqlStatement } from '../files/split-statements.ts'
import { workOf, type Step } from './step.ts'

/** Returns a checksum of the completed SQL statements, to check later whether the file still begins with them. */
export function checksumOfCompleted(statements: readonly SqlStatement[], done: number): string {
  return checksumOf(
    statements
      .slice(0, done)
      .map(({ text }) => text)
      .join('\n;\n'),
  )
}

/**
 * Creates the error for a migration that stopped after `done` statements. `next` describes the state of the next
 * statement.
 */
export function unfinishedError(
  step: Step,
  done: number,
  next: string,
  cause?: unknown,
): MigrationUnfinished {
  const { id, file } = step.migration
  const work = workOf(step)
  if (typeof work === 'function') {
    const remains = `${file}: ${next}\nIts earlier changes may remain. "--retry" runs it from the beginning.`
    return new MigrationUnfinished(id, remains, cause)
  }
  const list = work.slice(0, done).map((statement) => `  ${formatStatement(file, statement)}\n`)
  const remains =
    done > 0 ? `These changes remain:\n${list.join('')}` : 'No SQL statement has finished:\n'
  const nextStatement = work[done]
  const nextStep = nextStatement
    ? `  ${formatStatement(file, nextStatement)}\n    ${next}`
    : '  All statements are done; only the record of the migration is incomplete.'
  return new MigrationUnfinished(id, remains + nextStep, cause)
}

/** Creates the error for a migration that an earlier process has not finished. */
export function leftUnfinishedError(step: Step): MigrationUnfinished {
  const done = step.record?.statements ?? 0
  return unfinishedError(
    step,
    done,
    'was next. It failed or was interrupted, and may have taken effect.',
  )
}

function formatStatement(file: string, { text, line }: SqlStatement): string {
  const [first = ''] = text.split('\n')
  return `${file}:${line}  ${first.length > 80 ? `${first.slice(0, 80)} …` : first}`
}
