import { addParts } from './add.ts'
import { createProject } from './create.ts'
import { parseArguments, usage } from './arguments.ts'
import { UnusablePath, InvalidArguments } from './errors.ts'
import { programVersion } from './manifest.ts'

/**
 * Runs `@fw/create <arguments>` in a folder, and returns the exit code: 0, 1 after a failure, 2 for
 * invalid arguments, 130 after an interruption.
 */
export async function run(args: readonly string[], folder: string): Promise<number> {
  const interrupt = new AbortController()
  const abort = () => interrupt.abort()
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const signal of signals) process.on(signal, abort)
  try {
    const parsed = parseArguments(args)
    if (parsed.command === 'help') console.log(usage)
    else if (parsed.command === 'version') console.log(programVersion())
    else if (parsed.command === 'add') await addParts(parsed, folder, interrupt.signal)
    else await createProject(parsed, folder, interrupt.signal)
    return 0
  } catch (error) {
    if (interrupt.signal.aborted) return 130
    if (!(error instanceof Error)) throw error
    const { path } = error as NodeJS.ErrnoException
    console.error((path === undefined ? error : new UnusablePath(error)).message)
    return error instanceof InvalidArguments ? 2 : 1
  } finally {
    for (const signal of signals) process.off(signal, abort)
  }
}
