import { mkdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { ApplicationPlace } from '@fw/core'
import { builtInArgument, WrongUsage, type ConsoleCommand } from '@fw/core/console'

/** Creates the command `fw migrate:new <name>`. */
export function newCommand({ folder }: ApplicationPlace): ConsoleCommand {
  return {
    name: 'migrate:new',
    description: 'Write an empty migration.',
    owner: '@fw/migrate',
    parameters: [
      builtInArgument(
        'name',
        { kind: 'string' },
        'The purpose of the migration, such as create_orders.',
      ),
    ],
    run([name]) {
      if (!/^[a-z\d_]+$/.test(name as string)) {
        throw new WrongUsage(['name: must be lower-case letters, digits and "_".'])
      }
      const time = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14)
      const migrations = join(folder, 'migrations')
      const file = join(migrations, `${time}_${String(name)}.sql`)
      mkdirSync(migrations, { recursive: true })
      writeFileSync(file, '\n-- fw:down\n', { flag: 'wx' })
      process.stdout.write(`${relative(process.cwd(), file)}\n`)
    },
  }
}
