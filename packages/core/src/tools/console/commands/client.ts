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
        'The folder to write. Default: fw.client.out, or client.',
        true,
      ),
      builtInOption('check', flag, 'Write nothing, and fail if files are stale.'),
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
      const given = {
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
      for (const settings of chooseClients(root, given)) {
        const written = await progress.run('Writing the client', () =>
          writeClient(root, describe, settings, { check: check === true, classes }),
        )
        const place = relative(root, written.folder) || '.'
        if (check === true) {
          for (const file of written.changed) process.stderr.write(`${place}/${file} is stale.\n`)
          isStale ||= written.changed.length > 0
          continue
        }
        for (const method of written.undeclared) {
          process.stderr.write(`${method} declares no return type, so its data is unknown.\n`)
        }
        const count = written.changed.length
        process.stdout.write(
          count === 0 ? `${place} is up to date.\n` : `Wrote ${count} files to ${place}.\n`,
        )
      }
      return isStale ? 1 : 0
    },
  }
}

/** Returns the clients to write: the one in the given folder, or all in package.json. Flags take precedence. */
function chooseClients(root: string, given: Partial<ClientSettings>): ClientSettings[] {
  const named = readClientSettings(root) ?? [toSettings({})]
  if (given.out === undefined) return named.map((settings) => ({ ...settings, ...given }))
  const known = named.find(({ out }) => out === given.out)
  return [{ ...known, ...toSettings(given) }]
}
