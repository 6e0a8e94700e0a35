import type { Contestant } from './contestant.ts'

/** Microseconds a job, one number a round. */
export interface Times {
  readonly push: number[]
  readonly work: number[]
}

/** By the clock, and of the processor in this process: what the contestants do, without the servers behind them. */
export interface Measured {
  readonly clock: Times
  readonly processor: Times
}

const inFlight = 20
const warmUp = 100

/** Lets each queue take and run the same jobs, and compares what came out with what went in; the first round is not counted. */
export async function measureQueues(
  contestants: Record<string, Contestant>,
  jobs: number,
  rounds: number,
): Promise<Record<string, Measured>> {
  const entries = Object.entries(contestants)
  const measured = Object.fromEntries(entries.map(([name]) => [name, nothingYet()]))
  for (let round = -1; round < rounds; round++) {
    for (const index of entries.keys()) {
      const [name, contestant] = entries[(index + round + 1) % entries.length] as [
        string,
        Contestant,
      ]
      const push = await timePush(contestant, jobs)
      const work = await timeWork(name, contestant, jobs)
      if (round < 0) continue
      for (const kind of ['clock', 'processor'] as const) {
        measured[name]?.[kind].push.push(push[kind])
        measured[name]?.[kind].work.push(work[kind])
      }
    }
  }
  return measured
}

function nothingYet(): Measured {
  return { clock: { push: [], work: [] }, processor: { push: [], work: [] } }
}

/** A point in time by two clocks, in microseconds. */
interface Instant {
  readonly clock: number
  readonly processor: number
}

function now(): Instant {
  const { user, system } = process.cpuUsage()
  return { clock: performance.now() * 1000, processor: user + system }
}

function perJob(start: Instant, end: Instant, jobs: number): Instant {
  return {
    clock: (end.clock - start.clock) / jobs,
    processor: (end.processor - start.processor) / jobs,
  }
}

async function timePush(contestant: Contestant, jobs: number): Promise<Instant> {
  const start = now()
  let next = 0
  const pushAll = async () => {
    while (next < jobs) await contestant.push(next++)
  }
  await Promise.all(Array.from({ length: inFlight }, pushAll))
  return perJob(start, now(), jobs)
}

/** From when the worker is warm, so that how it starts does not count. */
async function timeWork(name: string, contestant: Contestant, jobs: number): Promise<Instant> {
  const stop = new AbortController()
  const seen: number[] = []
  let start = now()
  let running: Promise<unknown> = Promise.resolve()
  const done = new Promise<Instant>((resolve, reject) => {
    const limit = setTimeout(() => reject(new Error(`${name} takes longer than a minute.`)), 60_000)
    const report = (number: number) => {
      seen.push(number)
      if (seen.length === warmUp) start = now()
      if (seen.length < jobs) return
      clearTimeout(limit)
      resolve(now())
    }
    stop.signal.addEventListener('abort', () => clearTimeout(limit))
    running = contestant.work(report, stop.signal)
  })
  const end = await done
  stop.abort()
  await running
  requireEach(name, seen, jobs)
  return perJob(start, end, jobs - warmUp)
}

function requireEach(name: string, seen: number[], jobs: number): void {
  const isComplete = seen.length === jobs && new Set(seen).size === jobs
  if (!isComplete) throw new Error(`${name} did not run each of ${jobs} jobs once.`)
}
