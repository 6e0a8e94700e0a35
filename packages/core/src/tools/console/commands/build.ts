import { relative } from 'node:path'
import type { BuildOptions } from '../../build/build-application.ts'
import { HiddenClass } from '../../../base/discovery/errors.ts'
import { outputName } from '../../../base/discovery/built-application.ts'
import type { ConsoleCommand } from '../command.ts'
import { WrongUsage } from '../errors.ts'
import { builtInOption } from '../parameter.ts'
import { Progress } from '../progress.ts'
import { counted } from '../counted.ts'

const bundlePath = `${outputName}/bundle.mjs`

/** Creates the command `fw build`. */
export function buildCommand(
  folder: string,
  writePackageFiles: BuildOptions['writePackageFiles'],
): ConsoleCommand {
  return {
    name: 'build',
    description: 'Compile the application to JavaScript in dist, and check that it boots.',
    owner: 'fw',
    parameters: [
      builtInOption(
        'bundle',
        { kind: 'boolean' },
        `Also write ${bundlePath}, a bundle that includes the packages.`,
      ),
      builtInOption(
        'library',
        { kind: 'boolean' },
        'Build a package of classes for other applications. Does not include other packages, and does not check that the output boots.',
      ),
      builtInOption('skipBoot', { kind: 'boolean' }, 'Do not check that the output boots.'),
    ],
    async run([bundleOption, libraryOption, skipBoot], container) {
      const { buildApplication } = await import('../../build/build-application.ts')
      const { checkBoot } = await import('../../build/check-boot.ts')
      const bundle = bundleOption === true
      const library = libraryOption === true
      if (bundle && library) {
        throw new WrongUsage([
          '--library writes modules for other applications, and --bundle an application that runs. Remove one of them.',
        ])
      }
      const program = bundle ? bundlePath : (process.argv[1] ?? '')
      const check =
        skipBoot === true || library ? () => Promise.resolve() : () => checkBoot(folder, program)
      const progress = container.get(Progress)
      const { modules, hidden } = await buildApplication(folder, {
        bundle,
        library,
        check,
        writePackageFiles,
        withProgress: (label, work) => progress.run(label, work),
      })
      for (const { name, file } of hidden) {
        process.stderr.write(`${new HiddenClass(name, relative(folder, file)).message}\n`)
      }
      const output = bundle ? `${outputName}, and bundled them in ${bundlePath}` : outputName
      process.stdout.write(`Built ${counted(modules, 'module')} in ${output}.\n`)
    },
  }
}
