import { constants } from 'node:os'

/** One key press arrives twice when npm or `fw dev` passes on what the terminal has sent to all. */
const echoMilliseconds = 300

let shared: AbortSignal | undefined

/**
 * Aborted, with the signal's name as its reason, by the first SIGINT or SIGTERM. The process ends
 * with exit code 1 when it has not ended by itself within the limit, and at once on a second signal.
 */
export function shutdownSignal(limitSeconds: number): AbortSignal {
  return (shared ??= listen(limitSeconds))
}

function listen(limitSeconds: number): AbortSignal {
  const controller = new AbortController()
  let abortedAt = 0
  const receive = (name: NodeJS.Signals) => {
    if (!controller.signal.aborted) {
      abortedAt = performance.now()
      setTimeout(() => giveUp(limitSeconds), limitSeconds * 1000).unref()
      controller.abort(name)
    } else if (performance.now() - abortedAt > echoMilliseconds) {
      process.exit(128 + constants.signals[name])
    }
  }
  process.on('SIGINT', receive).on('SIGTERM', receive)
  return controller.signal
}

function giveUp(limitSeconds: number): never {
  process.stderr.write(
    `Not everything ended within ${limitSeconds} s of the signal. FW_SHUTDOWN_SECONDS sets the limit.\n`,
  )
  process.exit(1)
}
