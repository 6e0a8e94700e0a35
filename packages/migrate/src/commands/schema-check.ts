import { Config, tableOf, type ApplicationPlace } from '@fw/core'
import { describeError, type ConsoleCommand } from '@fw/core/console'
import { openSession } from '../database/open-session.ts'
import { readColumns } from '../schema/column.ts'
import { compareClass } from '../schema/compare-class.ts'

/** Creates the command `fw schema:check`. */
export function schemaCheckCommand(place: ApplicationPlace): ConsoleCommand {
  return {
    name: 'schema:check',
    description: 'Compare the classes marked @Table with the tables.',
    owner: '@fw/migrate',
    parameters: [],
    async run(_values, container) {
      try {
        return await compare(place, container.get(Config))
      } catch (error) {
        return failWith(describeError(error).trimEnd())
      }
    },
  }
}

/** Compares the classes with the tables. Returns the exit code: 1 for differences, 2 if they cannot be compared. */
async function compare(place: ApplicationPlace, config: Config): Promise<number> {
  const classes = (await place.classes()).flatMap((type) => {
    const table = tableOf(type)
    return table ? [{ type, table }] : []
  })
  if (classes.length === 0)
    return failWith(
      'No class of the application is marked @Table. Add @Table to the classes to compare.',
    )
  const session = await openSession(place, config)
  try {
    const tables = await readColumns(session.client, session.dialect)
    if (tables.size === 0)
      return failWith(
        'No tables were found. Run "fw migrate", or check the privileges of the database user.',
      )
    const lines = classes.flatMap(({ type, table }) =>
      compareClass(type, table, tables, session.dialect),
    )
    for (const line of lines) process.stdout.write(`${line}\n`)
    process.stderr.write(`Classes compared: ${classes.length}. Differences: ${lines.length}.\n`)
    return lines.length > 0 ? 1 : 0
  } finally {
    await session.close()
  }
}

/** Reports why a comparison is not possible, and returns the exit code. */
function failWith(problem: string): number {
  process.stderr.write(`${problem}\n`)
  return 2
}
