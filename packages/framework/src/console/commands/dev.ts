import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { ConsoleCommand } from '../command.ts'
import { builtInOption } from '../parameter.ts'
import { watchFiles } from '../watch-files.ts'

/** How long a process has to end before the next one takes its place. */
const stopMilliseconds = 2000

/** `fw dev` */
export function devCommand(folder: string): ConsoleCommand {
  return {
    name: 'dev',
    description: 'Serve the application, and start it anew whenever its files change.',
    owner: 'fw',
    parameters: [
      builtInOption('host', { kind: 'string' }, 'The interface; HOST, else 0.0.0.0.'),
      builtInOption('port', { kind: 'int' }, 'The port; PORT, else 8080.'),
      { kind: 'signal' },
    ],
    async run([host, port, signal]) {
      const options = Object.entries({ host, port })
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => `--${name}=${String(value)}`)
      const files = watchFiles(folder)
      const ended = once(signal as AbortSignal, 'abort').then(() => undefined)
      for (;;) {
        const child = startServer(folder, options)
        const changed = await Promise.race([files.next(), ended])
        await stop(child)
        if (changed === undefined) break
        process.stdout.write(`${changed} has changed, starting anew.\n`)
      }
      files.close()
    },
  }
}

function startServer(folder: string, options: readonly string[]): ChildProcess {
  const child = spawn(process.execPath, [process.argv[1] ?? '', 'serve', ...options], {
    cwd: folder,
    stdio: 'inherit',
    // What was built is for production; this runs the source.
    env: { FW_SHUTDOWN_SECONDS: '1', ...process.env, NODE_ENV: 'development' },
  })
  const killWithParent = () => child.kill('SIGKILL')
  process.once('exit', killWithParent)
  child.once('exit', (code) => {
    process.off('exit', killWithParent)
    if (child.killed) return
    process.stdout.write(
      `The application has ended (exit code ${code}). It starts with the next change.\n`,
    )
  })
  return child
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const limit = setTimeout(() => child.kill('SIGKILL'), stopMilliseconds)
  child.kill('SIGTERM')
  await once(child, 'exit')
  clearTimeout(limit)
}
