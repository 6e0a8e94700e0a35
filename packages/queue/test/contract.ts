import { Container, JsonLogger, Logger } from '@fw/core'
import { nat, sample } from 'fast-check'
import { Worker, type Queue, type WorkerOptions } from '@fw/queue'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { QueueJobMessage, QueuePushMessage } from '@fw/core/channels'
import { watchChannel } from '../../core/test/http/channels/watch-channel.ts'
import { hostileThrown, plainHostileThrown } from '../../core/test/attack/hostile-thrown.ts'
import {
  Address,
  Card,
  Charge,
  Decimal,
  Everything,
  Fail,
  type OtherTypes,
  Invite,
  Move,
  Notes,
  Session,
  Ship,
  Sleep,
  Throw,
  UseSession,
  Write,
} from './fixtures/jobs.ts'

/**
 * The contract of every backend. `open` returns a queue without jobs; `QUEUE_CONNECTION` by its
 * name.
 */
export function describeQueue(title: string, open: () => Promise<Queue>): void {
  describe(title, () => {
    let queue: Queue
    let container: Container
    let notes: Notes
    let workers: RunningWorker[]

    beforeEach(async () => {
      queue = await open()
      notes = new Notes()
      workers = []
      container = new Container()
        .instance(Notes, notes)
        .instance(Logger, new JsonLogger({ level: 'silent' }))
        .bind(Session, () => new Session(), { scope: 'request' })
        .boot()
    })

    afterEach(async () => {
      await Promise.all(workers.map((worker) => worker.stop()))
      await queue.close()
    })

    function startWorker(options: WorkerOptions = {}): RunningWorker {
      const controller = new AbortController()
      const running = new Worker(queue, container, options).run(controller.signal)
      const worker = {
        async stop() {
          controller.abort()
          await running
        },
      }
      workers.push(worker)
      return worker
    }

    const lines = (count: number, timeout = 10_000) =>
      expect.poll(() => notes.lines, { timeout, interval: 25 }).toHaveLength(count)

    test('a pushed job runs, with services of the container', async () => {
      await queue.push(new Write('pushed before'))
      startWorker()
      await lines(1)
      await queue.push(new Write('pushed after'))
      await lines(2)
      expect(notes.lines).toEqual(['pushed before', 'pushed after'])
      await expect.poll(() => queue.stats()).toEqual([])
    })

    test('a push and its attempts are reported', async () => {
      const pushes = watchChannel<QueuePushMessage>('fw.queue.push')
      const jobs = watchChannel<QueueJobMessage>('fw.queue.job')
      const id = await queue.push(new Write('told'), { queue: 'told' })
      const failing = await queue.push(new Fail('no'), { queue: 'told', maxAttempts: 1 })
      startWorker({ queues: ['told'] })
      await expect.poll(() => jobs.events.filter((event) => event === 'asyncEnd')).toHaveLength(2)
      expect(pushes.messages).toEqual([
        { queue: 'told', job: 'Write', id, attempt: 0, outcome: 'pushed', meta: {} },
        { queue: 'told', job: 'Fail', id: failing, attempt: 0, outcome: 'pushed', meta: {} },
      ])
      expect(jobs.messages).toMatchObject([
        { queue: 'told', job: 'Write', id, attempt: 1, outcome: 'done' },
        { queue: 'told', job: 'Fail', id: failing, attempt: 1, outcome: 'failed' },
      ])
      expect(jobs.messages[1]?.error).toMatchObject({ message: 'no' })
    })

    test('transforms and checks run when a job is taken', async () => {
      await queue.push(new Invite(' Ada@B.de', new Set([1])))
      startWorker()
      await lines(1)
      await queue.push(new Invite('ada@b.de ', new Set([2])))
      await expect.poll(() => queue.failed()).toHaveLength(1)
      expect(await queue.failed()).toMatchObject([
        { message: 'Invite is not valid: email is invited.', attempts: 1 },
      ])
      expect(notes.lines).toEqual(['ada@b.de'])
      const wrong = queue.push(new Invite('x', new Set([0])))
      await expect(wrong).rejects.toMatchObject({
        errors: { email: ['must be a valid email address.'], 'rooms.0': ['must be at least 1.'] },
      })
    })

    test('a job keeps its hidden fields', async () => {
      await queue.push(new Charge('t', [new Card('Ada', '123456', new Map([['day', 5]]))]))
      startWorker()
      await lines(1)
      expect(notes.lines).toEqual(['t,123456,5,3456'])
    })

    test('constructor parameters keep their types', async () => {
      const job = new Everything(
        'naïve 🎈 "quoted"\n',
        new Date('2026-02-28T12:34:56.789Z'),
        9_223_372_036_854_775_807n,
        7n,
        new Address('Zürich', new Date(0)),
        [1, 2.5, -0.25],
        { one: 1 },
        'b',
        null,
        new Set(['x', 'y']),
        new Map([[1, new URL('http://a.b/')]]),
        Buffer.from([1, 2]),
        Temporal.PlainDate.from('2026-01-31'),
        { city: 'Bern' },
        {
          id: 7 as OtherTypes['id'],
          key: 'since',
          code: 'A-7',
          city: 'Ulm',
          nested: ['a', ['b', []]],
          pair: ['x'],
          prices: new Map([['net', new Decimal('12.50')]]),
          at: Temporal.Instant.from('2026-01-31T12:00:00.123456789Z'),
        },
      )
      await queue.push(job)
      startWorker()
      await expect.poll(() => Everything.last).toEqual(job)
      expect(Everything.last?.address).toBeInstanceOf(Address)
      expect(Everything.last?.since.toString()).toBe('2026-01-31')
      expect(Everything.last?.further.at.equals(job.further.at)).toBe(true)
      expect(Everything.last?.further.prices.get('net')).toBeInstanceOf(Decimal)
      expect(Everything.last).not.toBe(job)
    })

    test('only the declared properties of an object are stored', async () => {
      await queue.push(new Move(new Address('Bern', new Date(0))))
      startWorker()
      await expect.poll(() => Move.last?.to).toEqual({ city: 'Bern' })
    })

    test('types that are inferred from schemas are restored', async () => {
      const parcel = { to: ' Ulm ', at: new Date(0), lines: [{ sku: 'a', count: 2 }] }
      Ship.last = undefined
      await queue.push(new Ship(parcel, ['b']))
      startWorker()
      await expect.poll(() => Ship.last).toEqual(new Ship({ ...parcel, to: 'Ulm' }, ['b']))
      const wrong = queue.push(new Ship({ ...parcel, to: 'U' }, ['1234567890']))
      await expect(wrong).rejects.toMatchObject({
        errors: {
          'parcel.to': ['is too short.'],
          'notes.0': ['Too big: expected string to have <=9 characters'],
        },
      })
    })

    test('a delayed job waits for its time', async () => {
      startWorker()
      const start = Date.now()
      await queue.push(new Sleep('later', 0), { delaySeconds: 1 })
      await queue.push(new Write('now'))
      await lines(1)
      expect(notes.lines).toEqual(['now'])
      await lines(3)
      expect(Date.now() - start).toBeGreaterThanOrEqual(990)
      expect(Date.now() - start).toBeLessThan(10_000)
    })

    test('a worker only takes jobs of its queues, the most urgent first', async () => {
      for (const name of ['low', 'other', 'high', 'low', 'high']) {
        await queue.push(new Write(name), { queue: name })
      }
      startWorker({ queues: ['high', 'low'] })
      await lines(4)
      expect(notes.lines).toEqual(['high', 'high', 'low', 'low'])
      const rest = { waiting: 1, delayed: 0, active: 0, failed: 0 }
      await expect.poll(() => queue.stats()).toMatchObject([{ queue: 'other', ...rest }])
    })

    test('any value that a job throws is kept as a string, and the job slot becomes free', async () => {
      const plain = Array.from({ length: plainHostileThrown }, (_, seed) => seed)
      const seeds = [...plain, ...sample(nat(1e9), 40)]
      const byId = new Map<string, number>()
      for (const seed of seeds)
        byId.set(await queue.push(new Throw(seed), { maxAttempts: 1 }), seed)
      startWorker({ concurrency: 4 })
      await expect.poll(() => queue.stats()).toMatchObject([{ waiting: 0, active: 0 }])
      const failed = await queue.failed()
      const missing = [...byId].filter(([id]) => !failed.some((each) => each.id === id))
      expect(missing.map(([, seed]) => hostileThrown(seed).label)).toEqual([])
      for (const { message } of failed) expect(message.length).toBeLessThanOrEqual(10_001)
      const messageOf = (seed: number) => failed.find(({ id }) => byId.get(id) === seed)?.message
      expect(messageOf(labelled('a text with NUL'))).toBe('out\ufffdof paper')
      expect(messageOf(labelled('an object'))).toBe("{ message: 'out of paper', code: 7 }")
      expect(messageOf(labelled('a revoked proxy'))).toBe('<Revoked Proxy>')
    })

    test('a failing job is tried three times, 1 and 2 seconds apart, and then kept', async () => {
      const id = await queue.push(new Fail('broken'))
      startWorker()
      await lines(3)
      const times = notes.lines.map((line) => Number(line.split(' ')[1]))
      const [first = 0, second = 0, third = 0] = times
      // The test of attempts compares the delays exactly; a busy machine takes the jobs late.
      expect(second - first).toBeGreaterThanOrEqual(990)
      expect(third - second).toBeGreaterThanOrEqual(1990)
      expect(third - first).toBeLessThan(15_000)
      await expect
        .poll(() => queue.failed())
        .toMatchObject([{ id, job: 'Fail', queue: 'default', attempts: 3, message: 'broken' }])
      const [kept] = await queue.failed()
      expect(Math.abs((kept?.failedAt.getTime() ?? 0) - Date.now())).toBeLessThan(5000)
    })

    test('a failed job can be retried', async () => {
      const first = await queue.push(new Fail('first'), { maxAttempts: 1 })
      await queue.push(new Fail('second'), { maxAttempts: 1, queue: 'slow' })
      startWorker({ queues: ['default', 'slow'] })
      await expect.poll(() => queue.failed()).toHaveLength(2)
      expect(await queue.retry('none')).toBe(0)
      expect(await queue.retry(first)).toBe(1)
      await lines(3)
      await expect.poll(() => queue.failed()).toHaveLength(2)
      expect(await queue.retry('all')).toBe(2)
      await lines(5)
      await expect.poll(() => queue.failed()).toMatchObject([{ attempts: 1 }, { attempts: 1 }])
    })

    test('the jobs that failed first are listed first', async () => {
      const late = await queue.push(new Fail('late'), { queue: 'a', maxAttempts: 1 })
      const early = await queue.push(new Fail('early'), { queue: 'b', maxAttempts: 1 })
      startWorker({ queues: ['b'] })
      await expect.poll(() => queue.failed()).toMatchObject([{ id: early }])
      const [{ failedAt } = { failedAt: new Date() }] = await queue.failed()
      await expect.poll(() => Date.now()).toBeGreaterThan(failedAt.getTime())
      startWorker({ queues: ['a'] })
      await expect.poll(() => queue.failed()).toMatchObject([{ id: early }, { id: late }])
    })

    test('a malformed job is moved to the failed jobs, and the worker continues', async () => {
      const stored = { queue: 'default', delay: 0, maxAttempts: 3 }
      await store(queue, { ...stored, job: 'Write', payload: '{"line":5}' })
      await queue.push(new Write('fine'))
      startWorker()
      await lines(1)
      const failed = async () =>
        (await queue.failed()).map(({ job, attempts, message }) => ({ job, attempts, message }))
      const message = 'Write is not valid: line must be a string.'
      await expect.poll(failed).toEqual([{ job: 'Write', attempts: 1, message }])
    })

    test('request-scoped services are created and disposed with each job', async () => {
      Session.opened = 0
      Session.ended = 0
      await queue.push(new UseSession())
      await queue.push(new UseSession())
      startWorker()
      await lines(2)
      expect(notes.lines).toEqual(['session 1 true', 'session 2 true'])
      await expect.poll(() => Session.ended).toBe(2)
    })

    test('the worker limits how many jobs run at the same time', async () => {
      for (const name of ['a', 'b', 'c', 'd', 'e']) await queue.push(new Sleep(name, 200))
      startWorker({ concurrency: 3 })
      await lines(10)
      const running = notes.lines.map((_, index) => {
        const seen = notes.lines.slice(0, index + 1)
        const starts = seen.filter((line) => line.endsWith('starts')).length
        return starts - (seen.length - starts)
      })
      expect(Math.max(...running)).toBe(3)
    })

    test('a lease is renewed while its job runs, so that it runs once', async () => {
      // A busy machine may stop a process for a second, which must not end the lease.
      await queue.push(new Sleep('long', 6500))
      startWorker({ leaseSeconds: 3 })
      startWorker({ leaseSeconds: 3 })
      await lines(2)
      expect(notes.lines).toEqual(['long starts', 'long ends'])
      await expect.poll(() => queue.stats()).toEqual([])
    })

    test('a worker that stops finishes its job and takes no other', async () => {
      await queue.push(new Sleep('in hand', 500))
      await queue.push(new Write('waiting'))
      const worker = startWorker()
      await lines(1)
      await worker.stop()
      expect(notes.lines).toEqual(['in hand starts', 'in hand ends'])
      const rest = { waiting: 1, delayed: 0, active: 0, failed: 0 }
      expect(await queue.stats()).toMatchObject([{ queue: 'default', ...rest }])
    })

    test('a worker of several queues that stops returns the other jobs', async () => {
      await queue.push(new Sleep('in hand', 500), { queue: 'high' })
      await queue.push(new Write('waiting'), { queue: 'high' })
      await queue.push(new Write('waiting'), { queue: 'low' })
      const worker = startWorker({ queues: ['high', 'low'] })
      await lines(1)
      await worker.stop()
      expect(notes.lines).toEqual(['in hand starts', 'in hand ends'])
      const rest = { waiting: 1, delayed: 0, active: 0, failed: 0 }
      expect(await queue.stats()).toMatchObject([
        { queue: 'high', ...rest },
        { queue: 'low', ...rest },
      ])
      startWorker({ queues: ['low', 'high'] })
      await lines(4)
    })

    test('concurrent workers run every job once', async () => {
      const names = Array.from({ length: 200 }, (_, index) => `job ${index}`)
      await Promise.all(names.map((name) => queue.push(new Write(name))))
      for (let count = 0; count < 3; count++) startWorker({ concurrency: 5 })
      await lines(200)
      await expect.poll(() => queue.stats()).toEqual([])
      expect(notes.lines.toSorted()).toEqual(names.toSorted())
    })

    test('the counts of a queue show the states of its jobs', async () => {
      await queue.push(new Fail('no'), { maxAttempts: 1 })
      startWorker()
      await expect.poll(() => queue.failed()).toHaveLength(1)
      await queue.push(new Sleep('active', 1000))
      await lines(2)
      await queue.push(new Write('waiting'))
      await queue.push(new Write('delayed'), { delaySeconds: 60 })
      expect(await queue.stats()).toEqual([
        {
          queue: 'default',
          waiting: 1,
          delayed: 1,
          active: 1,
          failed: 1,
          oldestSeconds: expect.closeTo(0, 0),
        },
      ])
    })
  })
}

interface RunningWorker {
  stop(): Promise<void>
}

/** Stores what no class of the application would. */
function store(queue: Queue, job: object): Promise<string> {
  return (queue as unknown as { add(job: object): Promise<string> }).add(job)
}

function labelled(label: string): number {
  for (let seed = 0; seed < plainHostileThrown; seed += 1) {
    if (hostileThrown(seed).label === label) return seed
  }
  throw new Error(`Nothing hostile is called ${label}.`)
}
