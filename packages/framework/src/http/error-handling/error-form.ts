import type { Config } from '../../config/config.ts'
import type { HttpErrorOptions } from '../../message/http-error.ts'
import { problemReply, type ProblemMembers } from '../../message/problem.ts'
import { ErrorReply, jsonHeaders, Reply, type Answer } from '../../message/reply.ts'
import type { Failures, ValidationFailed } from '../../validation/validation-failed.ts'

/** `plain` is `{ "error": message }`, `problem` is that of RFC 9457. */
export type ErrorFormName = 'plain' | 'problem'

/** How those errors of an application look that no handler words. */
export interface ErrorForm {
  readonly name: ErrorFormName
  error(status: number, message: string, options?: HttpErrorOptions): Reply
  failures(failures: ValidationFailed | Failures): Reply
  /** Gives the form to what `Reply.error` has built. */
  dress?(answer: Answer): Answer
}

/** The form that a program has chosen, or the configuration. */
export function errorForm(chosen: ErrorFormName | undefined, config: Config): ErrorForm {
  const name = chosen ?? config.oneOf('FW_ERRORS', ['plain', 'problem'], 'plain')
  return name === 'problem' ? problemForm : plainForm
}

/** `{ "error": message }` and `{ "errors": { field: [message] } }`. */
export const plainForm: ErrorForm = {
  name: 'plain',
  error: (status, message, options) => Reply.error(status, message, options),
  failures: (failures) => new Reply(422, jsonHeaders, JSON.stringify(failures)),
}

const problemForm: ErrorForm = {
  name: 'problem',
  error(status, message, { type, title, members, headers } = {}) {
    const problem: ProblemMembers = {
      ...(type !== undefined && { type }),
      ...(title !== undefined && { title }),
      detail: message,
    }
    return problemReply(status, { ...problem, ...members, ...problem }, headers)
  },
  failures: ({ errors, more }) =>
    problemReply(422, {
      detail: 'The request is not valid.',
      errors,
      ...(more && { more: true }),
    }),
  dress(answer) {
    if (!(answer instanceof ErrorReply)) return answer
    const { headers, body } = problemReply(answer.status, { detail: answer.message })
    const others = answer.withoutHeader('content-type').headers
    return new Reply(answer.status, [...headers, ...others], body, answer.error)
  },
}
