import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** The whole application, started as a user does; it ends with the test. */
export async function startApplication(settings: Readonly<Record<string, string>>) {
  const socketPort = settings['SOCKET_PORT'] ?? String(await freePort())
  const started = spawn('npm', ['start'], {
    cwd: root,
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1', SOCKET_PORT: socketPort, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const stop = async () => {
    if (started.exitCode !== null || started.signalCode !== null) return
    started.kill('SIGTERM')
    await once(started, 'exit')
  }
  onTestFinished(stop)
  const address = await new Promise<string>((resolve, reject) => {
    started.stdout.setEncoding('utf8').on('data', (text: string) => {
      const found = /http:\/\/[\w.]+:\d+/.exec(text)?.[0]
      if (found) resolve(found)
    })
    started.once('exit', () => reject(new Error('The application ended before it listened.')))
  })
  return { address, socketPort: Number(socketPort), stop }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}
