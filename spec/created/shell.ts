import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Runs a command without quotes, and returns its output. Rejects with the output if it fails. */
export async function shell(command: string, cwd: string, env: NodeJS.ProcessEnv): Promise<string> {
  const [program = '', ...argv] = command.split(' ')
  try {
    return (await run(program, argv, { cwd, env })).stdout
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    throw new Error(`${command} has failed:\n${stdout}\n${stderr}`, { cause: error })
  }
}
