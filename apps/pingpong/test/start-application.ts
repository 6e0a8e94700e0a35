import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { inject, onTestFinished } from 'vitest'
import { DocumentedResponses } from '../../../packages/core/test/features/openapi/documented-responses.ts'
import { freePort } from '../../../packages/core/test/support/free-port.ts'

/** The whole application, started as a user does, in a copy of the repository; it ends with the test. */
export async function startApplication(
  settings: Readonly<Record<string, string>>,
  root?: string,
): Promise<StartedApplication> {
  const socketPort = await freePort()
  const free = { PORT: '0', HOST: '127.0.0.1', SOCKET_PORT: String(socketPort) }
  const application = new StartedApplication({ ...free, ...settings }, root)
  application.socketPort = socketPort
  // A page that is opened earlier shows that there is no socket server.
  await application.printed(/Sockets on ws:/)
  application.address = (await application.printed(/http:\/\/[\w.]+:\d+/))[0]
  application.documented = await DocumentedResponses.of(application.address)
  return application
}

/** `npm start` in a separate process group, as a shell starts it, with its output so far. */
export class StartedApplication {
  readonly process: ChildProcess
  /** The exit code, or the signal. */
  readonly exit: Promise<number | NodeJS.Signals>
  address = ''
  documented: DocumentedResponses | undefined
  socketPort = 0
  output = ''

  constructor(settings: Readonly<Record<string, string>>, root = inject('repositoryCopy')) {
    this.process = spawn('npm', ['start'], {
      cwd: root,
      env: { ...process.env, ...settings },
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    })
    this.process.stdout?.setEncoding('utf8').on('data', (text: string) => (this.output += text))
    this.exit = once(this.process, 'exit').then(([code, signal]) => code ?? signal)
    onTestFinished(() => this.stop())
  }

  /** Sends a request. Rejects if the response is not as documented. */
  async ask(method: 'GET' | 'POST', path: string): Promise<Response> {
    if (!this.documented) throw new Error('The application does not listen yet.')
    return this.documented.fetch(this.address + path, { method })
  }

  /** Sends a signal to npm alone, or to all programs of its group. */
  signal(name: NodeJS.Signals, toAll: boolean): void {
    const { pid } = this.process
    if (pid === undefined) throw new Error('npm did not start.')
    process.kill(toAll ? -pid : pid, name)
  }

  async stop(): Promise<void> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return
    this.signal('SIGTERM', false)
    await this.exit
  }

  /** Resolves once the output matches; rejects when that takes longer than so many seconds. */
  async printed(pattern: RegExp, seconds = 60): Promise<RegExpExecArray> {
    for (const end = Date.now() + seconds * 1000; Date.now() < end;) {
      const match = pattern.exec(this.output)
      if (match) return match
      if (this.process.exitCode !== null) break
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    throw new Error(`No ${String(pattern)} in:\n${this.output}`)
  }
}
