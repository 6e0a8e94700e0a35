import { isPlainObject } from '../../validation/plain-object.ts'
import type { Exchange } from '../exchange.ts'
import { invalidParams, MessageRefused, notificationText, type Params } from '../json-rpc.ts'
import { ProgressReporter } from '../progress-reporter.ts'

/** The progress of one call; nothing is sent after its end. */
export interface CallProgress {
  readonly reporter: ProgressReporter
  end(): void
}

const unasked: CallProgress = { reporter: new ProgressReporter(), end: () => undefined }

/** Sends progress where the caller has asked for it with a token. */
export function progressOf(params: Params, exchange: Exchange): CallProgress {
  const token = tokenOf(params['_meta'])
  const send = token === undefined ? undefined : exchange.openNotifications?.()
  if (!send) return unasked
  let hasEnded = false
  const reporter = new ProgressReporter((progress) => {
    if (hasEnded) return
    send(notificationText('notifications/progress', { progressToken: token, ...progress }))
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
