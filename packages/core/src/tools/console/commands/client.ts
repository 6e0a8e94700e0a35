import { relative } from 'node:path'
import {
  readClientSettings,
  toSettings,
  type ClientSettings,
} from '../../client/client-settings.ts'
import type { DescribeApplication } from '../../../features/openapi/describe-application.ts'
import type { Class } from '../../../base/reflection/type-info.ts'
import type { ConsoleCommand } from '../command.ts'
import { builtInArgument, builtInOption } from '../parameter.ts'
import { Progress } from '../progress.ts'
import { counted } from '../counted.ts'

const text = { kind: 'string' } as const
const flag = { kind: 'boolean' } as const

/** Creates the command `fw client [folder]`. */
export function clientCommand(
  root: string,
  plan: () => Promise<{
    readonly describe: DescribeApplication
    readonly classes: readonly Class[]
  }>,
): ConsoleCommand {
  return {
    name: 'client',
    description: 'Write the typed client of the routes.',
    owner: 'fw',
    parameters: [
      builtInArgument(
        'folder',
        text,
        'The folder to write. Default: those in "fw": { "client" } of package.json, or "client".',
        true,
      ),
      builtInOption('check', flag, 'Write no files, and fail if a file is out of date.'),
      builtInOption('only', { kind: 'array', items: text }, 'A group of routes to include.'),
      builtInOption('hidden', flag, 'Include routes marked with @Hidden().'),
      builtInOption('query', flag, 'Also write query.js, with options for TanStack Query.'),
      builtInOption(
        'schemas',
        flag,
        'Also write schemas.js, which validates bodies and queries in forms.',
      ),
      builtInOption(
        'tools',
        flag,
        'Also write tools.js, which calls the tools of the application.',
      ),
      builtInOption('package', text, 'Also write a package.json with this name.'),
    ],
    async run([folder, check, only, hidden, query, schemas, tools, name], container) {
      const flags = {
        ...(typeof folder === 'string' && { out: folder }),
        ...(Array.isArray(only) && only.length > 0 && { only }),
        ...(hidden === true && { hidden }),
        ...(query === true && { query }),
        ...(schemas === true && { schemas }),
        ...(tools === true && { tools }),
        ...(typeof name === 'string' && { package: name }),
      }
      const { writeClient } = await import('../../client/write-client.ts')
      const progress = container.get(Progress)
      const { describe, classes } = await progress.run('Reading the application', plan)
      let isStale = false
      for (const settings of chooseClients(root, flags)) {
        const written = await progress.run('Writing the client', () =>
          writeClient(root, describe, settings, { check: check === true, classes }),
        )
        const label = relative(root, written.folder) || '.'
        if (check === true) {
          for (const file of written.changed)
            process.stderr.write(`${label}/${file} is out of date.\n`)
          isStale ||= written.changed.length > 0
          continue
        }
        for (const method of written.undeclared) {
          process.stderr.write(
            `${method} declares no return type, so the type of its data is unknown.\n`,
          )
        }
        const count = written.changed.length
        process.stdout.write(
          count === 0
            ? `${label} is up to date.\n`
            : `Wrote ${counted(count, 'file')} to ${label}.\n`,
        )
      }
      if (isStale) process.stderr.write('Run the same command without --check.\n')
      return isStale ? 1 : 0
    },
  }
}

/**
 * Returns the clients to write: the one in the given folder, or all in package.json, or one with default settings.
 * Flags take precedence.
 */
function chooseClients(root: string, flags: Partial<ClientSettings>): ClientSettings[] {
  const named = readClientSettings(root) ?? [toSettings({})]
  if (flags.out === undefined) return named.map((settings) => ({ ...settings, ...flags }))
  const known = named.find(({ out }) => out === flags.out)
  return [{ ...known, ...toSettings(flags) }]
}
