import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { runFw } from '../../../packages/core/test/support/fw-process.ts'
import { inRepositoryCopy } from '../../../packages/core/test/support/temporary-application.ts'
import { connect, subscribe } from './live.ts'
import { StartedApplication, startApplication } from './start-application.ts'

const folder = inRepositoryCopy('apps/pingpong')

test('the scheduler makes a ping every 5 seconds, and a dead program is restarted, which is reported', async () => {
  const given = settings()
  const application = await startApplication(given)
  const client = connect(application.socketPort)
  onTestFinished(() => client.disconnect())
  const channel = await subscribe(client, 'ping-pong')
  const next = () =>
    new Promise<number>((resolve) => {
      const hear = ({ stage }: { stage: string }) => {
        if (stage !== 'cron') return
        channel.unbind('action', hear)
        resolve(performance.now())
      }
      channel.bind('action', hear)
    })
  const first = await next()
  const second = await next()
  // A run takes longer on a busy machine, so they arrive unevenly.
  expect(second - first).toBeGreaterThan(2000)
  const { stdout } = await runFw(folder, ['schedule:list'], given)
  expect(stdout).toMatch(/^PongCron\.run +5s /m)

  await application.printed(/^worker .*Working/m)
  for (const [name, words, sign] of [
    ['worker', 'queue:work', 'Working on'],
    ['web', 'serve', 'Listening on'],
    ['sockets', 'sockets:serve', 'Sockets on'],
  ] as const) {
    await application.printed(new RegExp(`^${name} .*${sign}`, 'm'))
    const program = programsOf(application).find(({ line }) => line.endsWith(`fw ${words}`))
    if (!program) throw new Error(`fw ${words} does not run.`)
    process.kill(program.pid, 'SIGKILL')
    await application.printed(
      new RegExp(`^${name} .*was ended by SIGKILL, and is started again\\.\\n[^]*${sign}`, 'm'),
    )
  }
  expect(
    programsOf(application).filter(({ line }) => /fw (serve|queue:work|sockets:serve)$/.test(line)),
  ).toHaveLength(3)
})

const kept = mkdtempSync(join(tmpdir(), 'pingpong-'))
afterAll(() => rmSync(kept, { recursive: true }))

let pings = 0

test.each([
  ['SIGINT', 'all, as Ctrl-C does'],
  ['SIGTERM', 'npm alone'],
  ['SIGHUP', 'all, as a terminal that closes does'],
] as const)(
  '%s to %s ends every program, and the next start finds the pings',
  async (signal, to) => {
    const application = await startApplication({ DB_NAME: join(kept, 'pings.sqlite') })
    const tally = async () =>
      (await (await application.ask('GET', '/pong/tally')).json()).counts.direct
    expect(await tally()).toBe(pings)
    expect((await application.ask('POST', '/pong/direct')).status).toBe(204)
    pings += 1
    const { pid = 0 } = application.process
    process.kill(to.startsWith('all') ? -pid : pid, signal)
    await application.exit
    await expect.poll(() => programsOf(application)).toEqual([])
    expect(application.output).not.toContain('ended')
  },
)

test('a program that cannot start is reported, and everything ends', async () => {
  const taken = createServer().listen(0)
  await once(taken, 'listening')
  onTestFinished(() => void taken.close())
  const { port } = taken.address() as AddressInfo
  const application = new StartedApplication({
    ...settings(),
    PORT: '0',
    SOCKET_PORT: String(port),
  })
  expect(await application.exit).toBe(1)
  expect(application.output).toContain(`is already listening on port ${port}.`)
  expect(application.output).toMatch(
    /^sockets .*ended with code 1 3 times in a row\. Everything stops\.$/m,
  )
  expect(programsOf(application)).toEqual([])
})

function settings() {
  const folder = mkdtempSync(join(tmpdir(), 'pingpong-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return { DB_NAME: join(folder, 'pings.sqlite') }
}

/** The processes in the process group of the application, without zombies. */
function programsOf({ process: { pid } }: StartedApplication) {
  return execFileSync('ps', ['-A', '-o', 'pid=,pgid=,stat=,args='], { encoding: 'utf8' })
    .split('\n')
    .map((row) => /^ *(\d+) +(\d+) +(\S+) +(.*)$/.exec(row))
    .filter((row) => row?.[2] === String(pid) && !row[3]?.startsWith('Z'))
    .map((row) => ({ pid: Number(row?.[1]), line: row?.[4] ?? '' }))
}
