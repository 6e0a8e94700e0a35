import type { ConsoleCommand } from '../../console/command.ts'
import { builtInOption } from '../../console/parameter.ts'
import { formats, type FormatName } from '../format-findings.ts'

/** `fw check` */
export function checkCommand(folder: string, prepare: () => Promise<void>): ConsoleCommand {
  return {
    name: 'check',
    description: 'List everything that is wrong with the declarations of the application.',
    owner: 'fw',
    parameters: [
      builtInOption(
        'format',
        { kind: 'enum', values: Object.keys(formats) },
        'For people, for programs, or as annotations of GitHub; pretty if left out.',
      ),
      builtInOption('boot', { kind: 'boolean' }, 'Run src/bootstrap.ts and boot, too.'),
    ],
    async run([format = 'pretty', boots]) {
      await prepare()
      const { checkApplication } = await import('../check-application.ts')
      const findings = await checkApplication(folder, { boots: boots === true })
      process.stdout.write(formats[format as FormatName](findings))
      return findings.some(({ severity }) => severity === 'error') ? 1 : 0
    },
  }
}
