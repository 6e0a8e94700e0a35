import { isPromise, type MaybePromise } from '../../../base/platform/maybe-promise.ts'
import { lookAt, logThrown } from '../../../base/logging/thrown.ts'
import { ValidationFailed } from '../../../data/validation/validation-failed.ts'
import type { ToolCall } from '../../../http/chain/tool-call.ts'
import type { PreparedCall } from '../calls/dispatcher.ts'
import type { ResultMembers } from '../protocol/json-rpc.ts'
import type { MessageContext } from '../protocol/method.ts'
import type { ServerParts } from './server-parts.ts'

/** The responses of tools, or of resources, to errors. */
export interface OperationKind {
  /** The log message of an error that agents may not read, and the text that they get instead. */
  readonly failure: { readonly logged: string; readonly shown: string }
  /** Returns the text of an error that agents may read; undefined for any other error. */
  textOf(error: unknown): string | undefined
  /** Returns or throws the result that shows a text. */
  refuse(text: string): ResultMembers
}

/** One call. */
export interface OperationSteps {
  readonly call: ToolCall
  readonly context: MessageContext
  /** Reads the arguments and calls the method. */
  run(): unknown
  /** Ends the progress of the call. */
  end?(): void
  /** Returns the result for the value of the method. */
  finish(value: unknown): ResultMembers
  /** Returns or throws the result that needs no error handler; undefined for any other error. */
  settle(error: unknown): ResultMembers | undefined
  /** Returns what is added to the log entry of an error. */
  facts(): Readonly<Record<string, string>>
}

/** Runs a call with its middleware, and converts its value or error to a result. */
export function runOperation(
  { surround, rule }: PreparedCall,
  steps: OperationSteps,
  kind: OperationKind,
  parts: ServerParts,
): MaybePromise<ResultMembers> {
  const finish = (value: unknown) => {
    steps.end?.()
    return steps.finish(value)
  }
  const fail = (error: unknown) => {
    steps.end?.()
    parts.access?.refuseDenied(error, { rule }, steps.context)
    return steps.settle(error) ?? refuse(steps, error, kind, parts)
  }
  try {
    const value = surround(steps.call, () => steps.run())
    return isPromise(value) ? value.then(finish).catch(fail) : finish(value)
  } catch (error) {
    return fail(error)
  }
}

/** Responds to an error with the text of an error handler of the application, else with its own. */
function refuse(
  steps: OperationSteps,
  error: unknown,
  kind: OperationKind,
  { dispatcher, texts, logger }: ServerParts,
): MaybePromise<ResultMembers> {
  const { request } = steps.context
  const refuseWith = (text: string | undefined) => {
    if (text !== undefined) return kind.refuse(text)
    logThrown(() => logger, 'error', kind.failure.logged, { ...steps.facts(), error })
    return kind.refuse(kind.failure.shown)
  }
  const translated =
    texts && lookAt(error, isFailed) ? texts.translate(error as ValidationFailed, request) : error
  const formatted = dispatcher.formatError(translated, request)
  if (!formatted) return refuseWith(lookAt(translated, (seen) => kind.textOf(seen)))
  const logFailure = (failure: unknown): undefined => {
    logThrown(() => logger, 'error', 'An error handler failed.', { error: failure })
  }
  return formatted.catch(logFailure).then(refuseWith)
}

function isFailed(error: unknown): boolean {
  return error instanceof ValidationFailed
}
