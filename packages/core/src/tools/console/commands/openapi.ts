import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { DescribeApplication } from '../../../features/openapi/describe-application.ts'
import type { ConsoleCommand } from '../command.ts'
import { builtInArgument } from '../parameter.ts'
import { quietly } from '../quietly.ts'

/** Creates the command `fw openapi [file]`. */
export function openapiCommand(
  plan: () => Promise<{ readonly describe: DescribeApplication }>,
): ConsoleCommand {
  return {
    name: 'openapi',
    description: 'Write the OpenAPI document of the application.',
    owner: 'fw',
    parameters: [
      builtInArgument(
        'file',
        { kind: 'string' },
        'The file to write; .yaml and .yml are YAML. Default: JSON on standard output.',
        true,
      ),
    ],
    async run([file]) {
      const { document } = await quietly(async () => (await plan()).describe())
      if (typeof file !== 'string') {
        process.stdout.write(toJsonText(document))
        return
      }
      const { toYaml } = await import('../../../features/openapi/to-yaml.ts')
      const isYaml = /\.ya?ml$/iu.test(file)
      writeFileSync(resolve(file), isYaml ? toYaml(document) : toJsonText(document))
    },
  }
}

function toJsonText(document: unknown): string {
  return `${JSON.stringify(document, undefined, 2)}\n`
}
