import { writeFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { FwProcess, runFw } from '../../core/test/support/fw-process.ts'
import { sendThrough } from '../../core/test/support/send-through.ts'
import { describeBackends } from './backends.ts'
import { Note } from './fixtures/application-jobs.ts'
import { QueueApplication } from './queue-application.ts'

const ports = { PORT: '0', HOST: '127.0.0.1' }
const workers = ['serve', '--workers', '1', '--with', 'queue']

// The sleep keeps requests open at any moment, without a load for the processor.
const site = `import { setTimeout as sleep } from 'node:timers/promises'
import { Post, Query, type int } from '@fw/core'
import { Queue } from '@fw/queue'
import { Note } from './jobs.ts'
export class Site {
  constructor(private readonly queue: Queue) {}
  @Post('/notes') async push(@Query() number: int) {
    await sleep(100)
    await this.queue.push(new Note(number, 5))
    return number
  }
}
`

await describeBackends((title, { settings, clear, open }) => {
  beforeEach(clear)

  test(`SIGHUP and SIGTERM under load lose no request and no job (${title})`, async () => {
    const application = new QueueApplication(settings())
    writeFileSync(join(application.root, 'src/site.ts'), site)
    const fw = new FwProcess(application.root, workers, ports)
    const address = await fw.address()
    await fw.printed(/Working on default/)
    let number = 0
    const controller = new AbortController()
    const completed: number[] = []
    const failures: string[] = []
    const push = async () => {
      // Each client has one connection and always uses it. The server would close an idle one.
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      while (!controller.signal.aborted) {
        const url = new URL(`/notes?number=${(number += 1)}`, address)
        try {
          const text = await sendThrough(agent, url, 'POST')
          if (/^\d+$/.test(text)) completed.push(Number(text))
          else failures.push(text)
        } catch (error) {
          // The server no longer listens.
          const { code } = error as NodeJS.ErrnoException
          if (!controller.signal.aborted || code !== 'ECONNREFUSED') failures.push(String(error))
          break
        }
      }
      agent.destroy()
    }
    const pushing = Array.from({ length: 8 }, push)
    await expect.poll(() => completed.length).toBeGreaterThan(50)
    fw.child.kill('SIGHUP')
    await fw.printed(/All workers have been replaced/, 90)
    fw.child.kill('SIGTERM')
    controller.abort()
    await Promise.all(pushing)
    expect(await fw.exit).toBe(0)
    expect(failures).toEqual([])

    application.startWorker(open(), [Note], { concurrency: 8 })
    const done = () => application.ended().toSorted((a, b) => a - b)
    await expect.poll(done).toEqual(completed.toSorted((a, b) => a - b))
  }, 180_000)
})

test('jobs in memory are an error at boot with several processes', async () => {
  const { root } = new QueueApplication({ QUEUE_CONNECTION: 'memory' })

  const { code, stderr } = await runFw(root, ['serve', '--workers', '2'], ports)

  expect(code).toBe(1)
  expect(stderr).toMatch(
    /^MemoryNotShared: Jobs are kept in memory, which 2 processes do not share: only the process that pushes a job could run it\. Set QUEUE_CONNECTION to database or redis\.\n/,
  )
  expect(stderr).not.toContain('Another starts')
})

test('sessions in memory are an error at boot with several servers', async () => {
  const application = new QueueApplication({ QUEUE_CONNECTION: 'redis' })
  writeFileSync(
    join(application.root, 'src/bootstrap.ts'),
    `import type { Container } from '@fw/core'
import { MemorySessions, SessionStore } from '@fw/core/web'
export default (container: Container) => { container.instance(SessionStore, new MemorySessions()) }
`,
  )
  const { code, stderr } = await runFw(application.root, ['serve', '--workers', '2'], ports)
  expect(code).toBe(1)
  expect(stderr).toContain(
    'MemorySessions stores sessions in one process, but 2 processes serve requests.',
  )
})

test('the error for a process of a missing package contains the command to install it', async () => {
  const { root } = new QueueApplication({ QUEUE_CONNECTION: 'redis' })
  const { code, stderr } = await runFw(root, ['serve', '--with', 'mail'], ports)
  expect(code).toBe(1)
  expect(stderr.match(/There is no command "mail:work"/g)).toHaveLength(1)
})
