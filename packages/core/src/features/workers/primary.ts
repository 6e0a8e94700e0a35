import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '../../base/logging/logger.ts'
import type { WorkerRole } from '../../base/platform/processes.ts'
import type { AdminEndpoint, AdminEndpoints } from '../health/admin-endpoint.ts'
import type { HealthReportKind, HealthReport } from '../health/health.ts'
import type { AdminSource } from '../health/serve-admin.ts'
import { releaseAddresses } from './kept-addresses.ts'
import { Slot, type SlotWatcher } from './slot.ts'
import type { WorkerProcess } from './worker-process.ts'
import type { WorkersPlan } from './workers-plan.ts'
import { describeExit } from '../../base/platform/processes.ts'

/** The number of consecutive failed starts after which the application ends. */
const maxFailures = 5

/**
 * The time to wait for a worker's response before the request is also sent to another worker, and
 * the time limit of each request, in milliseconds.
 */
const fallbackDelay = 1000
const responseTimeout = 10_000

/** The dependencies of the primary. */
export interface PrimaryParts {
  readonly plan: WorkersPlan
  readonly logger: () => Logger
  readonly extensions: AdminEndpoints
  readonly print: (line: string) => void
}

/** Starts the processes of an application and keeps them running. It does not run application code itself. */
export class Primary implements SlotWatcher, AdminSource {
  readonly endpoints: ReadonlyMap<string, AdminEndpoint>
  readonly logger: () => Logger
  readonly #parts: PrimaryParts
  readonly #servers: readonly Slot[]
  readonly #commandSlots: readonly Slot[]
  readonly #announced = new Set<string>()
  /** The data of ended processes, by admin port path. */
  readonly #endedData = new Map<string, unknown>()
  readonly #gaveUp = Promise.withResolvers<void>()
  hasBegun = false
  #lastReason = ''
  #failures = 0
  #isStopping = false
  #hasWarned = false
  /** The last replacement of a worker. Replacements run one after another. */
  #replacing: Promise<unknown> = Promise.resolve()

  constructor(parts: PrimaryParts) {
    this.#parts = parts
    this.endpoints = parts.extensions.byPath
    this.logger = parts.logger
    const { plan } = parts
    const slot = (command: string, argv: readonly string[]) =>
      new Slot(() => ({ role: this.#role(command), argv }), this)
    this.#servers = Array.from({ length: plan.servers }, () => slot('serve', plan.serveArguments))
    this.#commandSlots = plan.commands.map((command) => slot(command, [command]))
  }

  /** Runs until the signal is aborted, or until the workers cannot be started. Resolves to the exit code. */
  async run(signal: AbortSignal): Promise<number> {
    const aborted = new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => resolve(), { once: true })
    })
    const [first, ...rest] = [...this.#servers, ...this.#commandSlots] as [Slot, ...Slot[]]
    // A startup error would be the same in every worker, so only one is started first.
    const isReady = await Promise.race([first.start(), aborted.then(() => true)])
    if (isReady) {
      for (const slot of rest) void slot.start()
      await Promise.race([aborted, this.#gaveUp.promise])
    }
    const endedWell = await end([first, ...rest])
    return isReady && this.#failures < maxFailures && endedWell ? 0 : 1
  }

  /** Marks the application as stopping, so that it gets no more requests. */
  stopping(): void {
    this.#isStopping = true
  }

  /** Replaces all processes one by one, for example with those of a new build. */
  reload(): void {
    this.#enqueue(async () => {
      for (const slot of [...this.#servers, ...this.#commandSlots]) {
        if (this.#isStopping) return
        if (await slot.replace()) continue
        if (this.#isStopping) return
        this.logger().error(
          'A new worker failed, or was not ready within 30 s. The running workers continue.',
        )
        return
      }
      this.logger().info('All workers have been replaced.')
    })
  }

  async report(kind: HealthReportKind): Promise<HealthReport> {
    if (this.#isStopping && kind !== 'live') return { status: 'stopping', checks: {} }
    const responses: Promise<unknown>[] = []
    for (const slot of this.#servers) {
      if (!slot.ready) continue
      responses.push(slot.ready.request({ fw: 'report', kind }, responseTimeout))
      const found = await Promise.race([Promise.any(responses), sleep(fallbackDelay)]).catch(
        () => {},
      )
      if (found) return found as HealthReport
    }
    const down = { status: 'down', checks: {} } as const
    return Promise.any(responses)
      .then((found) => found as HealthReport)
      .catch(() => down)
  }

  /** Returns the data of running processes, and the combined data of ended ones, so that counters never decrease. */
  async collect(path: string): Promise<readonly unknown[]> {
    await Promise.all(this.#processes.map((each) => each.collect(path)))
    const reported = this.#processes.map(({ collected }) => collected)
    return [...reported, this.#endedData].flatMap((each) =>
      each.has(path) ? [each.get(path)] : [],
    )
  }

  disconnected({ collected }: WorkerProcess): void {
    for (const [path, last] of collected) {
      const remains = this.endpoints.get(path)?.remains
      const earlier = this.#endedData.has(path) ? [this.#endedData.get(path)] : []
      if (remains) this.#endedData.set(path, remains([...earlier, last]))
    }
  }

  get #processes(): WorkerProcess[] {
    return [...this.#servers, ...this.#commandSlots].flatMap(({ processes }) => [...processes])
  }

  /** True if fewer than half of the servers are running. New ones are then started after the shortest delay. */
  hasTooFewServers(): boolean {
    const filled = this.#servers.filter((slot) => slot.isFilled).length
    return filled < Math.ceil(this.#servers.length / 2)
  }

  ready({ bytesAtStart }: WorkerProcess, announcement: string): void {
    this.hasBegun = true
    this.#failures = 0
    if (!this.#announced.has(announcement)) this.#parts.print(announcement)
    this.#announced.add(announcement)
    const { maxBytes = Infinity } = this.#parts.plan
    if (bytesAtStart < maxBytes || this.#hasWarned) return
    this.#hasWarned = true
    this.logger().warn(
      `A worker uses ${megabytes(bytesAtStart)} MB when it starts, but the limit is ${megabytes(maxBytes)} MB. It is not replaced, because a new worker would need the same memory. Set a higher --max-memory. If it is not set, you can also start fewer workers.`,
    )
  }

  failed(reason: string): void {
    if (reason !== this.#lastReason) process.stderr.write(reason)
    this.#lastReason = reason
    this.#failures += 1
    if (this.#failures >= maxFailures) this.#gaveUp.resolve()
  }

  ended(exit: number | string | undefined, delay: number): void {
    this.logger().warn(
      exit === undefined
        ? `A worker is ending after an exception. Another starts in ${delay} ms.`
        : `A worker has ended (${describeExit(exit)}). Another starts in ${delay} ms.`,
    )
  }

  memoryExceeded(slot: Slot, bytes: number): void {
    this.logger().warn(`A worker uses ${megabytes(bytes)} MB, more than the limit. It is replaced.`)
    this.#enqueue(() => slot.replace())
  }

  #role(command: string): WorkerRole {
    const { servers, commands, maxBytes } = this.#parts.plan
    return { command, servers, processes: servers + commands.length, maxBytes }
  }

  #enqueue(act: () => Promise<unknown>): void {
    this.#replacing = this.#replacing.then(act)
  }
}

/**
 * Ends all processes. Resolves to true if all that were ready exited with code 0. Those that were already ending after
 * an exception do not count. Connections are closed only after all servers have stopped listening.
 */
async function end(slots: readonly Slot[]): Promise<boolean> {
  releaseAddresses()
  const processes = slots.flatMap((slot) => slot.end())
  const serving = processes.filter(({ isReady, endsByItself }) => isReady && !endsByItself)
  await Promise.all(processes.map(({ isServer, closed }) => isServer && closed))
  for (const each of processes) each.drain()
  await Promise.all(processes.map(({ exit }) => exit))
  const exits = await Promise.all(serving.map(({ exit }) => exit))
  return exits.every((exit) => exit === 0)
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1024 ** 2)
}
