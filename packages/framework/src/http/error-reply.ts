import { HttpError } from '../binding/http-error.ts'
import { ErrorResponse } from '../responses/error-response.ts'
import { jsonHeaders } from '../responses/json-headers.ts'
import { Reply } from '../responses/reply.ts'
import { toFailures } from '../validation/field-errors.ts'
import { ValidationFailed, type Failures } from '../validation/validation-failed.ts'

/** The reply of an error that says what the client did wrong; undefined for any other. */
export function errorReply(error: unknown): Reply | undefined {
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
