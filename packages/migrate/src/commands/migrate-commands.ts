import { Config, type ApplicationPlace } from '@fw/core'
import {
  builtInArgument,
  builtInOption,
  Progress,
  WrongUsage,
  type ConsoleCommand,
} from '@fw/core/console'
import { MigrationProblem } from '../errors.ts'
import type { Migrator } from '../migrator.ts'
import { newCommand } from './migrate-new.ts'
import { printDryRun, printStatus } from './print-plan.ts'
import { withMigrator } from './with-migrator.ts'

/** Returns the commands for the migrations of an application. */
export function migrateCommands(place: ApplicationPlace): readonly ConsoleCommand[] {
  const commands = [migrate, status, down, baseline, accept, resolve]
  return [...commands.map((command) => toConsoleCommand(command, place)), newCommand(place)]
}

/** A command whose first option is the maximum time to wait for other processes that run migrations. */
interface MigrationCommand extends Omit<ConsoleCommand, 'run' | 'owner'> {
  run(migrator: Migrator, values: readonly unknown[], config: Config): Promise<unknown>
}

const id = builtInArgument(
  'id',
  { kind: 'string' },
  'The id of a migration, such as 20261122101500_create_orders.',
)
const wait = builtInOption(
  'wait',
  { kind: 'int' },
  'The maximum time to wait for another process that runs migrations, in seconds. Default: 60.',
)

const migrate: MigrationCommand = {
  name: 'migrate',
  description: 'Run the migrations that have not run.',
  parameters: [builtInOption('dryRun', { kind: 'boolean' }, 'Print the SQL without running it.')],
  async run(migrator, [isDry]) {
    if (isDry === true) await printDryRun(migrator)
    else if ((await migrator.up()) === 0) print('There is nothing to migrate.')
  },
}

const status: MigrationCommand = {
  name: 'migrate:status',
  description: 'List the migrations, and when they ran.',
  parameters: [builtInOption('json', { kind: 'boolean' }, 'Print a JSON array.')],
  run: (migrator, [json]) => printStatus(migrator, json === true),
}

const down: MigrationCommand = {
  name: 'migrate:down',
  description: 'Revert the last migration, or the last few.',
  parameters: [
    builtInArgument(
      'count',
      { kind: 'int' },
      'The number of migrations to revert. Default: 1.',
      true,
    ),
    builtInOption('force', { kind: 'boolean' }, 'Also run in production.'),
  ],
  async run(migrator, [count = 1, force], config) {
    if ((count as number) < 1) throw new WrongUsage(['count: must be greater than 0.'])
    if (config.string('NODE_ENV', '') === 'production' && force !== true) {
      throw new MigrationProblem(
        'Down migrations are disabled in production. Write a new migration, or add --force.',
      )
    }
    if ((await migrator.down(count as number)) === 0) print('There is nothing to revert.')
  },
}

const baseline: MigrationCommand = {
  name: 'migrate:baseline',
  description: 'Record all migrations up to this one as done, without running them.',
  parameters: [id],
  async run(migrator, [id]) {
    print(`Migrations recorded as done: ${await migrator.baseline(id as string)}.`)
  },
}

const accept: MigrationCommand = {
  name: 'migrate:accept',
  description: 'Accept the changed file of a migration that has run.',
  parameters: [id],
  async run(migrator, [id]) {
    await migrator.accept(id as string)
    print(`${String(id)} is accepted as it is now.`)
  },
}

const resolve: MigrationCommand = {
  name: 'migrate:resolve',
  description: 'Finish a migration that stopped halfway.',
  parameters: [
    id,
    builtInOption(
      'applied',
      { kind: 'boolean' },
      'Record the migration as complete, because the rest was run manually.',
    ),
    builtInOption(
      'retry',
      { kind: 'boolean' },
      'Continue with the first SQL statement that has not finished; run a TypeScript migration from the beginning.',
    ),
  ],
  async run(migrator, [id, isApplied, isRetry]) {
    if ((isApplied === true) === (isRetry === true)) {
      throw new WrongUsage(['--applied, --retry: exactly one of the two is required.'])
    }
    await migrator.resolve(id as string, isApplied === true ? 'applied' : 'retry')
    print(`${String(id)} is complete.`)
  },
}

function toConsoleCommand(
  { parameters, run, ...command }: MigrationCommand,
  place: ApplicationPlace,
): ConsoleCommand {
  return {
    ...command,
    owner: '@fw/migrate',
    parameters: [wait, ...parameters],
    run([seconds, ...values], container) {
      if (typeof seconds === 'number' && seconds < 0) {
        throw new WrongUsage(['--wait: must be 0 or more.'])
      }
      const config = container.get(Config)
      const work = (migrator: Migrator) => run(migrator, values, config)
      return container.get(Progress).run('Migrations', (report) =>
        withMigrator(place, config, work, {
          ...(typeof seconds === 'number' && { wait: seconds }),
          starting: (message, done, total) => report(done, { total, message }),
        }),
      )
    },
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
