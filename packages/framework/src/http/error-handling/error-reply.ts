import { lookAt } from '../../logging/thrown.ts'
import { HttpError, optionsOf } from '../../message/http-error.ts'
import type { Reply } from '../../message/reply.ts'
import { toFailures } from '../../validation/field-errors.ts'
import type { Findings } from '../../validation/run-checks.ts'
import { ValidationFailed } from '../../validation/validation-failed.ts'
import { plainForm, type ErrorForm } from './error-form.ts'

/** What the client is told of an error that does not concern it. */
export const internalError = 'Internal server error.'

/** The reply to anything that was thrown; `report` is called if it is not the client's fault. Never throws. */
export function recover(error: unknown, report: () => void, form = plainForm): Reply {
  const reply = lookAt(error, (thrown) => errorReply(thrown, form))
  const told = reply ?? form.error(500, internalError)
  if (told.status >= 500) report()
  return told.withError(error)
}

/** The reply to an error that says what to tell the client; undefined for any other. */
function errorReply(error: unknown, form: ErrorForm): Reply | undefined {
  if (error instanceof HttpError) return form.error(error.status, error.message, optionsOf(error))
  if (error instanceof ValidationFailed) return form.failures(error)
  return undefined
}

/** The level at which a failed request is logged. Of a 501 the client is the cause, who must not fill the log with errors. */
export function failureLevel(error: unknown): 'warn' | 'error' {
  return lookAt(error, (thrown) => thrown instanceof HttpError && thrown.status === 501)
    ? 'warn'
    : 'error'
}

/** The failures as an error. */
export function failed(found: Findings): ValidationFailed {
  return ValidationFailed.of(found, 'The request')
}

/** A reply of status 422 for failures, given as key, message, key, message … */
export function failuresReply(found: Findings): Reply {
  return plainForm.failures(toFailures(found))
}
