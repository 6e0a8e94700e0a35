import { isPlainObject } from '../../../data/validation/plain-object.ts'
import { invalidParams, MessageRefused, notificationText, type Params } from './json-rpc.ts'
import type { MessageContext } from './method.ts'

/** The progress of a call. */
export interface Progress {
  readonly progress: number
  readonly total?: number
  readonly message?: string
}

/** Reports the progress of a call to the caller. A tool declares it as a parameter. */
export class ProgressReporter {
  readonly #send: ((progress: Progress) => void) | undefined
  #last = -Infinity

  /** If `send` is missing, the caller has not requested progress, and reports are ignored. */
  constructor(send?: (progress: Progress) => void) {
    this.#send = send
  }

  /** Sends a notification immediately. `progress` must increase; other reports are ignored. */
  report(progress: number, details: { total?: number; message?: string } = {}): void {
    if (!this.#send || !Number.isFinite(progress) || progress <= this.#last) return
    this.#last = progress
    this.#send({ progress, ...details })
  }
}

/** The progress of one call. Nothing is sent after the call has ended. */
export interface CallProgress {
  readonly reporter: ProgressReporter
  end(): void
}

const noProgress: CallProgress = { reporter: new ProgressReporter(), end: () => undefined }

/**
 * Sends progress notifications if the message has a progress token. The channel is opened immediately, or by the first
 * report if access to the method may still be denied.
 */
export function progressOf(
  params: Params,
  context: MessageContext,
  mayBeRefused: boolean,
): CallProgress {
  const token = tokenOf(params['_meta'])
  if (token === undefined || !context.openNotifications) return noProgress
  let send = mayBeRefused ? undefined : context.openNotifications()
  let hasEnded = false
  const reporter = new ProgressReporter((progress) => {
    if (hasEnded) return
    send ??= context.openNotifications?.()
    send?.(notificationText('notifications/progress', { progressToken: token, ...progress }))
  })
  return {
    reporter,
    end: () => {
      hasEnded = true
    },
  }
}

function tokenOf(meta: unknown): string | number | undefined {
  const token = isPlainObject(meta) ? meta['progressToken'] : undefined
  if (token === undefined || typeof token === 'string' || Number.isInteger(token)) {
    return token as string | number | undefined
  }
  throw new MessageRefused(invalidParams, '"progressToken" must be a string or an integer.')
}
