import { constants } from 'node:os'
import type { Logger } from '../logging/logger.ts'
import { announceEnding, obeyPrimary } from '../operations/workers/attend.ts'
import { workerRole } from '../platform/processes.ts'
import { timerDelay } from '../platform/timer.ts'
import { guardProcess } from './guard-process.ts'
import { isReserved } from './reserved-process.ts'

/** One key press arrives twice when npm or `fw dev` passes on what the terminal has sent to all. */
const echoMilliseconds = 300

let shared: AbortSignal | undefined

/** How a process ends. */
export interface ShutdownOptions {
  /** Called with the first signal. */
  stopping(): void
  /** In milliseconds, from the first signal to the abort; an exception does not wait. */
  readonly delay: number
  /** How long the process may take from the abort on. */
  readonly limitSeconds: number
  readonly logger: () => Logger
  /** What SIGHUP does instead, if it does not end the process. */
  readonly reload?: () => void
}

/**
 * Aborted, with the signal's name as its reason, after the first SIGINT, SIGTERM or SIGHUP. The process ends
 * with exit code 1 when it has not ended by itself within the limit, and at once on a second signal.
 */
export function shutdownSignal(options: ShutdownOptions): AbortSignal {
  return (shared ??= listen(options))
}

/** Whether it was an exception that asked the process to end. */
export function isCrash({ reason }: AbortSignal): boolean {
  return reason instanceof Error
}

function listen({ stopping, delay, limitSeconds, logger, reload }: ShutdownOptions): AbortSignal {
  const controller = new AbortController()
  let askedAt: number | undefined
  const abort = (reason: string | Error) => {
    if (controller.signal.aborted) return
    setTimeout(() => giveUp(limitSeconds), timerDelay(limitSeconds * 1000)).unref()
    controller.abort(reason)
  }
  const end = (reason: string | Error) => {
    if (reason instanceof Error) abort(reason)
    else if (askedAt === undefined) setTimeout(() => abort(reason), timerDelay(delay))
    askedAt ??= performance.now()
    stopping()
  }
  const receive = (name: NodeJS.Signals) => {
    if (name === 'SIGHUP' && reload) reload()
    else if (askedAt === undefined) end(name)
    else if (performance.now() - askedAt > echoMilliseconds) {
      process.exit(128 + constants.signals[name])
    }
  }
  if (workerRole) obeyPrimary(() => end('SIGTERM'))
  else for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, receive)
  whenOrphaned(() => end('SIGTERM'))
  guardProcess(logger, (error) => {
    if (workerRole) announceEnding()
    end(error)
  })
  return controller.signal
}

function giveUp(limitSeconds: number): never {
  process.stderr.write(
    `Not everything ended within ${limitSeconds} s of the signal. FW_SHUTDOWN_SECONDS sets the limit.\n`,
  )
  process.exit(1)
}

const parent = process.ppid

const interval = 500

/**
 * Calls `end` when the process that started this one is gone, if only that process could end this one. This is so under
 * `fw dev`, and under `npx` and `npm run`, whose shell in between passes no signal on. Elsewhere a process may outlive its parent.
 */
function whenOrphaned(end: () => void): void {
  if (!isReserved() && !isScript()) return
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    end()
  }, interval).unref()
}

/** Whether a script of a package.json is this command, rather than a program that starts it. */
function isScript(): boolean {
  const { npm_lifecycle_event: name, npm_lifecycle_script: command = 'fw' } = process.env
  return name !== undefined && /\bfw\b/u.test(command)
}
