import type { Config } from '../../base/config/config.ts'
import { tryRead } from '../../base/logging/thrown.ts'
import { HttpError, optionsOf, type HttpErrorOptions } from '../message/http-error.ts'
import { problemReply, type ProblemMembers } from '../message/problem.ts'
import { jsonHeaders } from '../message/header-list.ts'
import { ErrorReply, Reply, type ReplyOrResponse } from '../message/reply.ts'
import { ValidationFailed } from '../../data/validation/validation-failed.ts'
import { toFailures, type Failures } from '../../data/validation/field-errors.ts'
import type { ValidationErrors } from '../../data/validation/validation-errors.ts'

/** The name of an error format: `plain` is `{ "error": message }`, `problem` is the format of RFC 9457. */
export type ErrorFormatName = 'plain' | 'problem'

/** The format of error replies of the framework and of `Reply.error`. */
export interface ErrorFormat {
  readonly name: ErrorFormatName
  /** True if validation errors include codes and parameters. */
  readonly showsDetails: boolean
  error(status: number, message: string, options?: HttpErrorOptions): Reply
  failures(failures: ValidationFailed | Failures): Reply
  /** Converts a reply of `Reply.error` to the format. */
  readonly applyTo?: ((response: ReplyOrResponse) => ReplyOrResponse) | undefined
}

/** Returns the given format, or else the configured one. */
export function errorFormat(
  preferred: ErrorFormatName | undefined,
  config: Config,
  showsDetails = errorDetailsSetting(config),
): ErrorFormat {
  const name = preferred ?? config.oneOf('FW_ERRORS', ['plain', 'problem'], 'plain')
  const format = name === 'problem' ? problemFormat : plainFormat
  return showsDetails ? { ...format, showsDetails } : format
}

/** True if the configuration enables the codes of validation errors for clients. */
export function errorDetailsSetting(config: Config): boolean {
  return config.bool('FW_ERROR_DETAILS', false)
}

/** The formats `{ "error": message }` and `{ "errors": { field: [message] } }`. */
export const plainFormat: ErrorFormat = {
  name: 'plain',
  showsDetails: false,
  error: (status, message, options) => Reply.error(status, message, options),
  failures: (failures) => new Reply(422, jsonHeaders, JSON.stringify(failures)),
}

const problemFormat: ErrorFormat = {
  name: 'problem',
  showsDetails: false,
  error(status, message, { type, title, members, headers } = {}) {
    const problem: ProblemMembers = {
      ...(type !== undefined && { type }),
      ...(title !== undefined && { title }),
      detail: message,
    }
    return problemReply(status, { ...problem, ...members, ...problem }, headers)
  },
  failures: (failures) =>
    problemReply(422, {
      detail: 'The request is not valid.',
      ...(failures instanceof ValidationFailed ? failures.toJSON() : failures),
    }),
  applyTo(response) {
    if (!(response instanceof ErrorReply)) return response
    const { headers, body } = problemReply(response.status, { detail: response.message })
    const otherHeaders = response.withoutHeader('content-type').headers
    return new Reply(response.status, [...headers, ...otherHeaders], body, response.error)
  },
}

/** The message that clients receive if an error is internal. */
export const internalError = 'Internal server error.'

/** Returns the reply to a thrown value, and calls `report` if the status is 500 or higher. Never throws. */
export function recover(error: unknown, report: () => void, format = plainFormat): Reply {
  const reply = tryRead(error, (thrown) => errorReply(thrown, format))
  const response = reply ?? format.error(500, internalError)
  if (response.status >= 500) report()
  return response.withError(error)
}

/** Returns the reply to an error whose message is meant for the client, otherwise undefined. */
function errorReply(error: unknown, format: ErrorFormat): Reply | undefined {
  if (error instanceof HttpError) return format.error(error.status, error.message, optionsOf(error))
  if (error instanceof ValidationFailed) return format.failures(error)
  return undefined
}

/** Returns the log level for a failed request. A 501 is caused by the client, so it is only a warning. */
export function failureLevel(error: unknown): 'warn' | 'error' {
  return tryRead(error, (thrown) => thrown instanceof HttpError && thrown.status === 501)
    ? 'warn'
    : 'error'
}

/** Creates a `ValidationFailed` from alternating keys and messages. */
export function validationFailed(errors: ValidationErrors): ValidationFailed {
  return ValidationFailed.of(errors, 'The request')
}

/** Creates a reply with status 422 from alternating keys and messages. */
export function failuresReply(errors: ValidationErrors): Reply {
  return plainFormat.failures(toFailures(errors))
}
