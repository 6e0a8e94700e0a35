import type { Config } from '../../base/config/config.ts'
import { lookAt } from '../../base/logging/thrown.ts'
import { HttpError, optionsOf, type HttpErrorOptions } from '../message/http-error.ts'
import { problemReply, type ProblemMembers } from '../message/problem.ts'
import { jsonHeaders } from '../message/header-list.ts'
import { ErrorReply, Reply, type ReplyOrResponse } from '../message/reply.ts'
import { ValidationFailed } from '../../data/validation/validation-failed.ts'
import { toFailures, type Failures } from '../../data/validation/field-errors.ts'
import type { Findings } from '../../data/validation/findings.ts'

/** `plain` is `{ "error": message }`, `problem` is the format of RFC 9457. */
export type ErrorFormName = 'plain' | 'problem'

/** The format of errors without a handler. */
export interface ErrorForm {
  readonly name: ErrorFormName
  /** True if validation errors include codes and parameters. */
  readonly showsDetails: boolean
  error(status: number, message: string, options?: HttpErrorOptions): Reply
  failures(failures: ValidationFailed | Failures): Reply
  /** Converts a reply of `Reply.error` to the format. */
  readonly applyTo?: ((response: ReplyOrResponse) => ReplyOrResponse) | undefined
}

/** Returns the given format, or else the configured one. */
export function errorForm(
  chosen: ErrorFormName | undefined,
  config: Config,
  showsDetails = errorDetailsSetting(config),
): ErrorForm {
  const name = chosen ?? config.oneOf('FW_ERRORS', ['plain', 'problem'], 'plain')
  const form = name === 'problem' ? problemForm : plainForm
  return showsDetails ? { ...form, showsDetails } : form
}

/** True if the configuration enables the codes of validation errors for clients. */
export function errorDetailsSetting(config: Config): boolean {
  return config.bool('FW_ERROR_DETAILS', false)
}

/** The formats `{ "error": message }` and `{ "errors": { field: [message] } }`. */
export const plainForm: ErrorForm = {
  name: 'plain',
  showsDetails: false,
  error: (status, message, options) => Reply.error(status, message, options),
  failures: (failures) => new Reply(422, jsonHeaders, JSON.stringify(failures)),
}

const problemForm: ErrorForm = {
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
    const others = response.withoutHeader('content-type').headers
    return new Reply(response.status, [...headers, ...others], body, response.error)
  },
}

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
