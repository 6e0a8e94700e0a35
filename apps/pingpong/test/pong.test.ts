import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect } from 'vitest'
import { verifies } from '../../../spec/verifies.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

let folder: string
let application: ChildProcess | undefined

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pingpong-'))
})

afterEach(async () => {
  await stop()
  await rm(folder, { recursive: true })
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

/** Starts the application as a user does, and gives its address. */
async function start(): Promise<string> {
  const started = spawn('npm', ['start'], {
    cwd: root,
    env: {
      ...process.env,
      PORT: '0',
      HOST: '127.0.0.1',
      SOCKET_PORT: String(await freePort()),
      DB_NAME: join(folder, 'pings.sqlite'),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  application = started
  return new Promise((resolve, reject) => {
    started.stdout.setEncoding('utf8').on('data', (text: string) => {
      const address = /http:\/\/[\w.]+:\d+/.exec(text)?.[0]
      if (address) resolve(address)
    })
    started.once('exit', () => reject(new Error('The application ended before it listened.')))
  })
}

async function stop(): Promise<void> {
  if (!application || application.exitCode !== null) return
  application.kill('SIGTERM')
  await once(application, 'exit')
}

verifies(
  ['ping.create', 'ping.mark-ponged', 'ping.scenario-counts', 'ping.created-at', 'ping.ponged-at'],
  'a direct ping is ponged within its request, counted, and survives a restart',
  async () => {
    const first = await start()
    const ping = await fetch(`${first}/pong/direct`, { method: 'POST' })
    expect([ping.status, await ping.text()]).toEqual([204, ''])
    const tally = { counts: { direct: 1, queued: 0 } }
    expect(await (await fetch(`${first}/pong/tally`)).json()).toMatchObject(tally)
    await stop()

    const second = await start()
    expect(await (await fetch(`${second}/pong/tally`)).json()).toMatchObject(tally)
    const row = new DatabaseSync(join(folder, 'pings.sqlite'))
      .prepare("SELECT * FROM ping_messages WHERE scenario = 'direct'")
      .get()
    expect(row).toMatchObject({ scenario: 'direct', status: 'ponged' })
    expect(row?.['created_at']).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    expect(row?.['ponged_at']).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  },
  60_000,
)
