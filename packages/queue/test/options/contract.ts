import { setTimeout as sleep } from 'node:timers/promises'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { Config, Container, JsonLogger, Logger } from '@fw/core'
import type { QueueJobMessage, QueuePushMessage } from '@fw/core/channels'
import { JobRegistry, Worker, type Job, type Queue, type WorkerOptions } from '@fw/queue'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { Notes, Write } from '../fixtures/jobs.ts'
import {
  FailOnRequest,
  Hesitate,
  Hog,
  Hopeless,
  Index,
  Mail,
  SendWelcome,
  Ship,
  RecordAttempt,
  Wait,
} from '../fixtures/option-jobs.ts'

/** The effect of settings on every backend. `makeDue` makes delayed jobs due. */
export function describeJobOptions(
  title: string,
  open: () => Promise<Queue>,
  makeDue: () => Promise<void> | void,
): void {
  describe(title, () => {
    let queue: Queue
    let container: Container
    let notes: Notes
    let stops: (() => Promise<void>)[]

    beforeEach(async () => {
      queue = await open()
      notes = new Notes()
      stops = []
      container = new Container()
        .instance(Notes, notes)
        .instance(Logger, new JsonLogger({ level: 'silent' }))
        .boot()
    })

    afterEach(async () => {
      await Promise.all(stops.map((stop) => stop()))
      await queue.close()
    })

    function startWorker(options: WorkerOptions = {}): () => Promise<void> {
      const controller = new AbortController()
      const running = new Worker(queue, container, options).run(controller.signal)
      const stop = async () => {
        controller.abort()
        await running
      }
      stops.push(stop)
      return stop
    }

    const lines = (...expected: string[]) =>
      expect.poll(() => notes.lines, { interval: 25 }).toEqual(expected)
    const infos = (count: number) =>
      expect.poll(() => notes.infos, { interval: 25 }).toHaveLength(count)
    const untilEmpty = () => expect.poll(() => queue.stats()).toEqual([])

    test('an attempt has its job, its number and its queue', async () => {
      const before = Date.now()
      const id = await queue.push(new RecordAttempt('no'), { queue: 'tales', maxAttempts: 2 })
      const after = Date.now()
      startWorker({ queues: ['tales'] })
      await infos(2)
      expect(notes.infos).toMatchObject([
        { id, attempt: 1, maxAttempts: 2, queue: 'tales' },
        { id, attempt: 2, maxAttempts: 2, queue: 'tales' },
      ])
      const pushedAt = notes.infos[0]?.pushedAt.getTime() ?? 0
      // The clock of the server may be another.
      expect(pushedAt).toBeGreaterThan(before - 5000)
      expect(pushedAt).toBeLessThan(after + 5000)
      expect(notes.infos[1]?.pushedAt.getTime()).toBe(pushedAt)
    })

    test('a worker takes the jobs of all queues of known classes', async () => {
      await queue.push(new Mail('Ada'))
      await queue.push(new Write('plain'))
      startWorker()
      await expect.poll(() => notes.lines.toSorted()).toEqual(['mails Ada', 'plain'])
    })

    test('failed is only called after the last attempt', async () => {
      await queue.push(new RecordAttempt('no'), { maxAttempts: 2 })
      startWorker()
      await infos(1)
      expect(notes.lines).toEqual([])
      await lines('failed no 2')
      await expect.poll(() => queue.failed()).toMatchObject([{ message: 'no', attempts: 2 }])
    })

    test('a job that fails permanently is not retried', async () => {
      await queue.push(new Hopeless())
      startWorker()
      await expect.poll(() => queue.failed()).toMatchObject([{ message: 'no use', attempts: 1 }])
      expect(notes.infos).toHaveLength(1)
    })

    test('a job that takes too long is aborted and has failed', async () => {
      await queue.push(new Wait('quietly'), { timeout: '150ms', maxAttempts: 1 })
      startWorker()
      await lines('waits', 'JobTimedOut', 'failed')
      await expect
        .poll(() => queue.failed())
        .toMatchObject([{ message: 'The attempt took longer than its timeout of 150ms.' }])
    })

    test('a class sets queue, attempts and back-off', async () => {
      await queue.push(new Hesitate())
      startWorker({ queues: ['slow'] })
      await expect.poll(() => notes.lines).toHaveLength(4)
      const [, second = 0, third = 0, fourth = 0] = notes.lines.map(Number)
      expect(third - second).toBeGreaterThanOrEqual(390)
      expect(fourth - third).toBeGreaterThanOrEqual(390)
    })

    test('the options of a push override those of the class', async () => {
      await queue.push(new Hesitate(), { queue: 'fast', maxAttempts: 2, backoff: ['1h'] })
      startWorker({ queues: ['fast'] })
      const delayed = { queue: 'fast', waiting: 0, delayed: 1, active: 0, failed: 0 }
      await expect.poll(() => queue.stats()).toMatchObject([delayed])
      await makeDue()
      await expect.poll(() => queue.failed()).toMatchObject([{ attempts: 2 }])
      expect(notes.lines).toHaveLength(2)
    })

    test('a waiting job that is cancelled never runs', async () => {
      const id = await queue.push(new Write('cancelled'))
      const later = await queue.push(new Write('cancelled, too'), { delaySeconds: 60 })
      expect([await queue.cancel(id), await queue.cancel(later)]).toEqual([true, true])
      expect(await queue.stats()).toEqual([])
      await queue.push(new Write('left'))
      startWorker()
      await lines('left')
      expect([await queue.cancel(id), await queue.cancel('none')]).toEqual([false, false])
    })

    test('a running job that is cancelled is aborted and removed', async () => {
      const id = await queue.push(new Wait('loudly'))
      startWorker({ leaseSeconds: 3 })
      await lines('waits')
      expect(await queue.cancel(id)).toBe(true)
      await lines('waits', 'JobCancelled')
      await untilEmpty()
      expect(await queue.failed()).toEqual([])
      expect(await queue.cancel(id)).toBe(false)
    })

    test('a cancelled job that fails before its lease is renewed is not retried', async () => {
      const id = await queue.push(new FailOnRequest())
      startWorker({ leaseSeconds: 60 })
      await lines('runs')
      expect(await queue.cancel(id)).toBe(true)
      notes.lines.push('fail')
      await untilEmpty()
      expect(notes.lines).toEqual(['runs', 'fail'])
      expect(await queue.failed()).toEqual([])
    })

    test('a job that has failed is not cancelled', async () => {
      const id = await queue.push(new Hopeless())
      startWorker()
      await expect.poll(() => queue.failed()).toHaveLength(1)
      expect(await queue.cancel(id)).toBe(false)
      expect(await queue.failed()).toHaveLength(1)
    })

    test('a job whose lease has expired is aborted', async () => {
      await queue.push(new Hog(900))
      startWorker({ leaseSeconds: 0.6 })
      await expect.poll(() => notes.lines).toContain('JobLeaseLost')
    })

    test('a job is stored under the name that its class declares', async () => {
      await queue.push(new SendWelcome('nobody'), { maxAttempts: 1 })
      startWorker()
      await expect.poll(() => queue.failed()).toMatchObject([{ job: 'mail.welcome' }])
    })

    test('jobs that are stored under a former name run', async () => {
      for (const job of ['Welcome', 'Greet', 'mail.welcome']) {
        await store(queue, { job, payload: `{"to":"${job}"}` })
      }
      container = containerOf(notes, SendWelcome)
      startWorker()
      await lines('welcome Welcome', 'welcome Greet', 'welcome mail.welcome')
    })

    test('a job of an unknown class is returned for another worker', async () => {
      await store(queue, { job: 'mail.welcome', payload: '{"to":"ada"}', maxAttempts: 1 })
      const stop = startWorker()
      const delayed = { queue: 'default', waiting: 0, delayed: 1, active: 0, failed: 0 }
      await expect.poll(() => queue.stats()).toMatchObject([delayed])
      await stop()
      container = containerOf(notes, SendWelcome)
      startWorker()
      await makeDue()
      await lines('welcome ada')
      await untilEmpty()
    })

    test('a job of an unknown class fails after twenty returns', async () => {
      await store(queue, { job: 'Unheard', payload: '{}' })
      startWorker()
      let returns = 0
      while ((await queue.failed()).length === 0) {
        expect(returns).toBeLessThanOrEqual(20)
        const isReleased = async () => {
          const [stats] = await queue.stats()
          return stats?.delayed === 1 || stats?.failed === 1
        }
        await expect.poll(isReleased, { interval: 25 }).toBe(true)
        if ((await queue.failed()).length > 0) break
        returns += 1
        await makeDue()
      }
      expect(returns).toBe(20)
      const message =
        'There is no class Unheard that implements Job. If it was renamed, set formerly in @JobOptions of the new class.'
      expect(await queue.failed()).toMatchObject([{ job: 'Unheard', attempts: 1, message }])
    })

    test('only one of several equal jobs is stored at a time', async () => {
      const pushed = Array.from({ length: 20 }, (_, note) => queue.push(new Ship(7, `${note}`)))
      const ids = new Set(await Promise.all(pushed))
      expect(ids.size).toBe(1)
      expect(await queue.push(new Ship(8, 'other'))).not.toBe([...ids][0])
      startWorker()
      await expect.poll(() => notes.lines).toHaveLength(2)
      await untilEmpty()
      expect(ids).not.toContain(await queue.push(new Ship(7, 'again')))
      await expect.poll(() => notes.lines).toHaveLength(3)
    })

    test('a job that fails permanently allows another one', async () => {
      const first = await queue.push(new Ship(7, 'broken'), { maxAttempts: 2 })
      startWorker()
      await expect.poll(() => notes.lines).toHaveLength(1)
      expect(await queue.push(new Ship(7, 'meanwhile'))).toBe(first)
      await expect.poll(() => queue.failed()).toHaveLength(1)
      expect(await queue.push(new Ship(7, 'fine'))).not.toBe(first)
      await lines('ships 7 broken', 'ships 7 broken', 'ships 7 fine')
    })

    test('a cancelled job allows another one', async () => {
      const first = await queue.push(new Ship(7, 'cancelled'), { delaySeconds: 60 })
      await queue.cancel(first)
      expect(await queue.push(new Ship(7, 'fine'))).not.toBe(first)
    })

    test('with until start, a second one may wait while one runs', async () => {
      const first = await queue.push(new Index('home'))
      expect(await queue.push(new Index('home'))).toBe(first)
      startWorker()
      await lines('indexes home')
      const second = await queue.push(new Index('home'))
      expect(second).not.toBe(first)
      expect(await queue.push(new Index('home'))).toBe(second)
      await lines('indexes home', 'indexes home')
    })

    test('a push may force a second one', async () => {
      const first = await queue.push(new Ship(7, 'a'))
      expect(await queue.push(new Ship(7, 'b'), { unique: false })).not.toBe(first)
    })

    test('no worker takes jobs of a paused queue', async () => {
      await queue.pause('slow')
      await queue.pause('slow')
      expect(await queue.paused()).toEqual(['slow'])
      await queue.push(new Write('paused'), { queue: 'slow' })
      startWorker({ queues: ['slow', 'default'] })
      await queue.push(new Write('first'))
      await queue.push(new Write('second'))
      await lines('first', 'second')
      const waiting = { queue: 'slow', waiting: 1, delayed: 0, active: 0, failed: 0 }
      await expect.poll(() => queue.stats()).toMatchObject([waiting])
      await queue.resume('slow')
      await lines('first', 'second', 'paused')
      expect(await queue.paused()).toEqual([])
    })

    test('a worker notices within a second that its queue was paused, or resumed', async () => {
      startWorker()
      await queue.push(new Write('before'))
      await lines('before')
      await queue.pause('default')
      await sleep(1500)
      const start = performance.now()
      await queue.push(new Write('after'))
      await sleep(300)
      await lines('before')
      const [stats] = await queue.stats()
      const seconds = (performance.now() - start) / 1000
      expect(stats?.oldestSeconds).toBeGreaterThanOrEqual(0.25)
      expect(stats?.oldestSeconds).toBeLessThan(seconds + 5)
      await queue.resume('default')
      await lines('before', 'after')
    })

    test('failed jobs are deleted, one, all or the old ones', async () => {
      for (let count = 0; count < 3; count += 1) await queue.push(new Hopeless())
      const waiting = await queue.push(new Write('waits'), { queue: 'other' })
      startWorker()
      await expect.poll(() => queue.failed()).toHaveLength(3)
      const [first] = await queue.failed()
      expect(await queue.forget('all', 1)).toBe(0)
      expect(await queue.forget(first?.id ?? '')).toBe(1)
      expect(await queue.forget(first?.id ?? '')).toBe(0)
      expect(await queue.forget(waiting)).toBe(0)
      expect(await queue.failed()).toHaveLength(2)
      expect(await queue.forget('all')).toBe(2)
      expect(await queue.stats()).toMatchObject([{ queue: 'other', waiting: 1 }])
    })

    test('a worker deletes old failed jobs', async () => {
      await queue.push(new Hopeless())
      const stop = startWorker()
      await expect.poll(() => queue.failed()).toHaveLength(1)
      await stop()
      const config = Config.of({ QUEUE_KEEP_FAILED_DAYS: '0' })
      container = new Container()
        .instance(Config, config)
        .instance(Logger, new JsonLogger({ level: 'silent' }))
        .boot()
      startWorker()
      await expect.poll(() => queue.failed()).toEqual([])
    })

    test('with weights, no queue waits until another is empty', async () => {
      const names = Array.from({ length: 200 }, (_, index) => index)
      await queue.pushAll(
        names.map(() => new Write('low')),
        { queue: 'low' },
      )
      await queue.pushAll(
        names.map(() => new Write('high')),
        { queue: 'high' },
      )
      startWorker({ queues: ['high', 'low'], weights: [6, 1] })
      await expect.poll(() => notes.lines.length).toBeGreaterThan(140)
      const early = notes.lines.slice(0, 140)
      const low = early.filter((line) => line === 'low').length
      expect(low).toBeGreaterThan(0)
      expect(low).toBeLessThan(70)
    })

    test('many jobs are stored in order', async () => {
      const names = Array.from({ length: 1200 }, (_, index) => `job ${index}`)
      const ids = await queue.pushAll(names.map((name) => new Write(name)))
      expect(new Set(ids).size).toBe(1200)
      expect(await queue.stats()).toMatchObject([{ waiting: 1200 }])
      const stop = startWorker({ concurrency: 1 })
      await expect.poll(() => notes.lines.length).toBeGreaterThanOrEqual(20)
      await stop()
      expect(notes.lines.slice(0, 20)).toEqual(names.slice(0, 20))
    })

    test('data that is added to a push is passed to the attempts', async () => {
      const onPush = (message: unknown) => {
        const { meta, job } = message as QueuePushMessage
        meta['origin'] = `push of ${job}`
      }
      const attempts: unknown[] = []
      const onAttempt = (message: unknown) => void attempts.push((message as QueueJobMessage).meta)
      subscribe('tracing:fw.queue.push:start', onPush)
      subscribe('tracing:fw.queue.job:start', onAttempt)
      onTestFinished(() => {
        unsubscribe('tracing:fw.queue.push:start', onPush)
        unsubscribe('tracing:fw.queue.job:start', onAttempt)
      })
      await queue.push(new Write('alone'))
      const ids = await queue.pushAll([new Write('first'), new Write('second')])
      expect(new Set(ids).size).toBe(2)
      startWorker()
      await expect.poll(() => notes.lines).toHaveLength(3)
      expect(attempts).toEqual(attempts.map(() => ({ origin: 'push of Write' })))
    })

    test('no job is stored if one is invalid', async () => {
      const wrong = new Write(5 as unknown as string)
      const pushed = queue.pushAll([new Write('a'), wrong])
      await expect(pushed).rejects.toThrow('Write is not valid: line must be a string.')
      expect(await queue.stats()).toEqual([])
      expect(await queue.pushAll([])).toEqual([])
    })
  })
}

function containerOf(notes: Notes, type: new (...values: never[]) => Job): Container {
  return new Container()
    .instance(Notes, notes)
    .instance(Logger, new JsonLogger({ level: 'silent' }))
    .instance(JobRegistry, new JobRegistry().register(type))
    .boot()
}

/** Stores what no class of this process would. */
function store(queue: Queue, job: object): Promise<string> {
  const stored = { queue: 'default', delay: 0, maxAttempts: 3, ...job }
  return (queue as unknown as { add(job: object): Promise<string> }).add(stored)
}
