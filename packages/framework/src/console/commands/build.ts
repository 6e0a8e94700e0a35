import { relative } from 'node:path'
import { buildApplication } from '../../build/build-application.ts'
import { checkBoot } from '../../build/check-boot.ts'
import { outputName } from '../../discovery/built-application.ts'
import type { ConsoleCommand } from '../command.ts'
import { builtInOption } from '../parameter.ts'

/** `fw build` */
export function buildCommand(folder: string): ConsoleCommand {
  return {
    name: 'build',
    description: 'Write the application as JavaScript to dist, and see that it boots.',
    owner: 'fw',
    parameters: [
      builtInOption('skipBoot', { kind: 'boolean' }, 'Do not boot what has been built.'),
    ],
    async run([skipBoot]) {
      const check = skipBoot === true ? () => Promise.resolve() : () => checkBoot(folder)
      const { modules, hidden } = await buildApplication(folder, check)
      for (const { name, file } of hidden) {
        process.stderr.write(
          `${name} in ${relative(folder, file)} is not used: it has attributes, but its module ` +
            'does not export it.\n',
        )
      }
      process.stdout.write(`Built ${modules} modules in ${outputName}.\n`)
    },
  }
}
