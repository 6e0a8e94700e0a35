import { constants } from 'node:os'
import type { Logger } from '../../base/logging/logger.ts'
import { announceEnding, onEndRequest } from '../../features/workers/primary-channel.ts'
import { workerRole } from '../../base/platform/processes.ts'
import { timerDelay } from '../../base/platform/timer.ts'
import { guardProcess } from './guard-process.ts'
import { isStandby } from './standby-process.ts'

/**
 * The time in which a repeated signal is ignored, in milliseconds. Ctrl+C sends the signal twice if npm or `fw dev`
 * forwards it, because the terminal has already sent it to all processes.
 */
const echoMilliseconds = 300

let sharedSignal: AbortSignal | undefined

/** Options for shutting down a process. */
export interface ShutdownOptions {
  /** Called at the first signal, and at each uncaught exception. */
  stopping(): void
  /** The time from the first signal to the abort, in milliseconds. An exception aborts immediately. */
  readonly delay: number
  /** The time that the process may run after the abort, in seconds. */
  readonly limitSeconds: number
  readonly logger: () => Logger
  /** Called on SIGHUP. Without it, SIGHUP ends the process. */
  readonly reload?: () => void
}

/**
 * Returns an `AbortSignal` that is aborted after the first SIGINT, SIGTERM or SIGHUP, with the
 * signal name as its reason, or after an uncaught exception, with the error. The process exits with
 * code 1 if it has not ended within the limit, and immediately on a second signal.
 */
export function shutdownSignal(options: ShutdownOptions): AbortSignal {
  return (sharedSignal ??= listen(options))
}

/** True if an exception caused the abort. */
export function isCrash({ reason }: AbortSignal): boolean {
  return reason instanceof Error
}

function listen({ stopping, delay, limitSeconds, logger, reload }: ShutdownOptions): AbortSignal {
  const controller = new AbortController()
  let firstSignalAt: number | undefined
  const abort = (reason: string | Error) => {
    if (controller.signal.aborted) return
    setTimeout(() => giveUp(limitSeconds), timerDelay(limitSeconds * 1000)).unref()
    controller.abort(reason)
  }
  const end = (reason: string | Error) => {
    if (reason instanceof Error) abort(reason)
    else if (firstSignalAt === undefined) setTimeout(() => abort(reason), timerDelay(delay))
    firstSignalAt ??= performance.now()
    stopping()
  }
  const receive = (name: NodeJS.Signals) => {
    if (name === 'SIGHUP' && reload) reload()
    else if (firstSignalAt === undefined) end(name)
    else if (performance.now() - firstSignalAt > echoMilliseconds) {
      process.exit(128 + constants.signals[name])
    }
  }
  if (workerRole) onEndRequest(() => end('SIGTERM'))
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
    `The shutdown took longer than ${limitSeconds} s. To allow more time, set FW_SHUTDOWN_SECONDS.\n`,
  )
  process.exit(1)
}

const parentId = process.ppid

const interval = 500

/**
 * Calls `end` when the parent process has exited, if only the parent could have ended this process.
 * This applies to servers of `fw dev`, and to `npx` and `npm run`, whose shell does not forward
 * signals. Other processes may outlive their parent.
 */
function whenOrphaned(end: () => void): void {
  if (!isStandby() && !isScript()) return
  const watch = setInterval(() => {
    if (process.ppid === parentId) return
    clearInterval(watch)
    end()
  }, interval).unref()
}

/** True for npx, and for npm scripts that contain `fw`. */
function isScript(): boolean {
  const { npm_lifecycle_event: name, npm_lifecycle_script: command = 'fw' } = process.env
  return name !== undefined && /\bfw\b/u.test(command)
}
