import type { ConsoleCommand } from '../../console/command.ts'
import { builtInOption } from '../../console/parameter.ts'
import { quietly } from '../../console/quietly.ts'
import type { Finding } from '../finding.ts'
import { formats, type FormatName } from '../format-findings.ts'

/** Creates the command `fw check`. */
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
      builtInOption('fix', { kind: 'boolean' }, 'Write return types as the compiler infers them.'),
    ],
    async run([format = 'pretty', boots, fixes]) {
      const findings = await quietly(async () => {
        await prepare()
        const { checkApplication } = await import('../check-application.ts')
        return checkApplication(folder, { boots: boots === true })
      })
      if (fixes === true) return fix(folder, findings, format as FormatName)
      process.stdout.write(formats[format as FormatName](findings))
      return findings.some(({ severity }) => severity === 'error') ? 1 : 0
    },
  }
}

/** Writes the missing return types that can be inferred, and lists the remaining findings. */
async function fix(
  folder: string,
  findings: readonly Finding[],
  format: FormatName,
): Promise<number> {
  const { checkAnew, writeReturnTypes } = await import('../write-return-types.ts')
  const written = await writeReturnTypes(folder, findings)
  for (const method of written) process.stderr.write(`The return type of ${method} was written.\n`)
  const left = await checkAnew(folder)
  process.stdout.write(formats[format](left))
  return left.some(({ severity }) => severity === 'error') ? 1 : 0
}
