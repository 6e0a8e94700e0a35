import { lookAt } from '../logging/thrown.ts'
import { HttpError, optionsOf } from '../message/http-error.ts'
import { jsonHeaders, Reply } from '../message/reply.ts'
import { toFailures } from '../validation/field-errors.ts'
import { ValidationFailed, type Failures } from '../validation/validation-failed.ts'

/** The reply of anything that was thrown; `report` is called for one that is no fault of the client. Never throws. */
export function recover(error: unknown, report: () => void): Reply {
  const reply = lookAt(error, errorReply) ?? Reply.error(500, 'Internal server error.')
  if (reply.status >= 500) report()
  return reply.withError(error)
}

/** The reply of an error that says what the client is told; undefined for any other. */
function errorReply(error: unknown): Reply | undefined {
  if (error instanceof HttpError) {
    return Reply.error(error.status, error.message, optionsOf(error))
  }
  if (error instanceof ValidationFailed) return validationReply(error)
  return undefined
}

/** The failures as an error. */
export function failed(failures: readonly string[]): ValidationFailed {
  const { errors, more } = toFailures(failures)
  return new ValidationFailed(errors, 'The request', more)
}

/** Status 422 for failures as key, message, key, message … */
export function failuresReply(failures: readonly string[]): Reply {
  return validationReply(toFailures(failures))
}

function validationReply(failures: ValidationFailed | Failures): Reply {
  return new Reply(422, jsonHeaders, JSON.stringify(failures))
}
