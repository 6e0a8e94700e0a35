import { lookAt } from '../../base/logging/thrown.ts'
import { HttpError, optionsOf } from '../message/http-error.ts'
import type { Reply } from '../message/reply.ts'
import { toFailures } from '../../data/validation/field-errors.ts'
import type { Findings } from '../../data/validation/findings.ts'
import { ValidationFailed } from '../../data/validation/validation-failed.ts'
import { plainForm, type ErrorForm } from './error-form.ts'

/** The message that clients receive if an error is internal. */
export const internalError = 'Internal server error.'

/** Returns the reply to a thrown value, and calls `report` if it is not a client error. Never throws. */
export function recover(error: unknown, report: () => void, form = plainForm): Reply {
  const reply = lookAt(error, (thrown) => errorReply(thrown, form))
  const sent = reply ?? form.error(500, internalError)
  if (sent.status >= 500) report()
  return sent.withError(error)
}

/** Returns the reply to an error whose message is meant for the client, otherwise undefined. */
function errorReply(error: unknown, form: ErrorForm): Reply | undefined {
  if (error instanceof HttpError) return form.error(error.status, error.message, optionsOf(error))
  if (error instanceof ValidationFailed) return form.failures(error)
  return undefined
}

/** Returns the log level for a failed request. A 501 is caused by the client, so it is only a warning. */
export function failureLevel(error: unknown): 'warn' | 'error' {
  return lookAt(error, (thrown) => thrown instanceof HttpError && thrown.status === 501)
    ? 'warn'
    : 'error'
}

/** Creates the error for validation errors. */
export function failed(found: Findings): ValidationFailed {
  return ValidationFailed.of(found, 'The request')
}

/** Creates a reply with status 422 from alternating keys and messages. */
export function failuresReply(found: Findings): Reply {
  return plainForm.failures(toFailures(found))
}
