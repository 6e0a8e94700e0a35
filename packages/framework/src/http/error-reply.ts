import { HttpError } from '../binding/http-error.ts'
import { lookAt } from '../logging/thrown.ts'
import { ErrorResponse } from '../responses/error-response.ts'
import { jsonHeaders } from '../responses/json-headers.ts'
import { Reply } from '../responses/reply.ts'
import { toFailures } from '../validation/field-errors.ts'
import { ValidationFailed, type Failures } from '../validation/validation-failed.ts'

/** The reply of anything that was thrown; `report` is called where the client is not told about it. Never throws. */
export function recover(error: unknown, report: () => void): Reply {
  const reply = lookAt(error, errorReply)
  if (reply) return reply
  report()
  return ErrorResponse.create(500, 'Internal server error.')
}

/** The reply of an error that says what the client did wrong; undefined for any other. */
function errorReply(error: unknown): Reply | undefined {
  if (error instanceof HttpError) return ErrorResponse.create(error.status, error.message)
  if (error instanceof ValidationFailed) return validationReply(error)
  return undefined
}

/** Status 422 for failures as key, message, key, message … */
export function failuresReply(failures: readonly string[]): Reply {
  return validationReply(toFailures(failures))
}

function validationReply(failures: ValidationFailed | Failures): Reply {
  return new Reply(422, jsonHeaders, JSON.stringify(failures))
}
