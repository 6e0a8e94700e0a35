import { isPlainObject } from '../validation/plain-object.ts'
import { invalidParams, MessageRefused, notificationText, type Params } from './json-rpc.ts'
import type { MessageContext } from './method.ts'

/** How far a call has got. */
export interface Progress {
  readonly progress: number
  readonly total?: number
  readonly message?: string
}

/** Injected into a tool that declares it as a parameter: tells the caller how far the call has got. */
export class ProgressReporter {
  readonly #send: ((progress: Progress) => void) | undefined
  #last = -Infinity

  /** Without `send`, nobody has asked, and reports go nowhere. */
  constructor(send?: (progress: Progress) => void) {
    this.#send = send
  }

  /**
   * Hands the notification over before it returns. `progress` must grow; a report that does not
   * show progress is left out.
   */
  report(progress: number, details: { total?: number; message?: string } = {}): void {
    if (!this.#send || !Number.isFinite(progress) || progress <= this.#last) return
    this.#last = progress
    this.#send({ progress, ...details })
  }
}

/** The progress of one call; nothing is sent after its end. */
interface CallProgress {
  readonly reporter: ProgressReporter
  end(): void
}

const unasked: CallProgress = { reporter: new ProgressReporter(), end: () => undefined }

/**
 * Sends progress where the caller has asked for it with a token. The channel for it is opened at once, or by the first report
 * of a method that may still be refused.
 */
export function progressOf(
  params: Params,
  context: MessageContext,
  mayBeRefused: boolean,
): CallProgress {
  const token = tokenOf(params['_meta'])
  if (token === undefined || !context.openNotifications) return unasked
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
