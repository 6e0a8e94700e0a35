import { lookAt } from '../logging/thrown.ts'
import { HttpError } from '../message/http-error.ts'
import { jsonHeaders, Reply } from '../message/reply.ts'
import { toFailures } from '../validation/field-errors.ts'
import { ValidationFailed, type Failures } from '../validation/validation-failed.ts'

/** The reply of anything that was thrown; `report` is called where the client is not told about it. Never throws. */
export function recover(error: unknown, report: () => void): Reply {
  const reply = lookAt(error, errorReply)
  if (!reply) report()
  return (reply ?? Reply.error(500, 'Internal server error.')).withError(error)
}

/** The reply of an error that says what the client did wrong; undefined for any other. */
function errorReply(error: unknown): Reply | undefined {
  if (error instanceof HttpError) return Reply.error(error.status, error.message)
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
