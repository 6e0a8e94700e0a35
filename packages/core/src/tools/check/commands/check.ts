import type { ConsoleCommand } from '../../console/command.ts'
import { builtInOption } from '../../console/parameter.ts'
import { quietly } from '../../console/quietly.ts'
import type { Finding } from '../finding.ts'
import { formats, type FormatName } from '../format-findings.ts'

/** Finds the errors in the declarations of an application. */
type Check = (options: { readonly boots: boolean }) => Promise<readonly Finding[]>

/** Creates the command `fw check`. */
export function checkCommand(folder: string, check: Check): ConsoleCommand {
  return {
    name: 'check',
    description: 'List all errors in the declarations of the application.',
    owner: 'fw',
    parameters: [
      builtInOption(
        'format',
        { kind: 'enum', values: Object.keys(formats) },
        'The output format: human-readable, JSON, or GitHub annotations. Default: pretty.',
      ),
      builtInOption(
        'boot',
        { kind: 'boolean' },
        'Also run src/bootstrap.ts, and boot the application.',
      ),
      builtInOption(
        'fix',
        { kind: 'boolean' },
        'Add missing return types, as the compiler infers them.',
      ),
    ],
    async run([format = 'pretty', boots, fixes]) {
      const findings = await quietly(() => check({ boots: boots === true }))
      if (fixes === true) return fix(folder, findings, format as FormatName)
      process.stdout.write(formats[format as FormatName](findings))
      return findings.some(({ severity }) => severity === 'error') ? 1 : 0
    },
  }
}

/** Writes the missing return types that can be inferred, and prints the remaining findings. */
async function fix(
  folder: string,
  findings: readonly Finding[],
  format: FormatName,
): Promise<number> {
  const { checkInProcess, writeReturnTypes } = await import('../write-return-types.ts')
  const written = await writeReturnTypes(folder, findings)
  for (const method of written) process.stderr.write(`Wrote the return type of ${method}.\n`)
  const remaining = await checkInProcess(folder)
  process.stdout.write(formats[format](remaining))
  return remaining.some(({ severity }) => severity === 'error') ? 1 : 0
}
