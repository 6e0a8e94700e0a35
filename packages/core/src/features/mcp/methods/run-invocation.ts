import { isPromise, type MaybePromise } from '../../../base/platform/maybe-promise.ts'
import { tryRead, logThrown } from '../../../base/logging/thrown.ts'
import { ValidationFailed } from '../../../data/validation/validation-failed.ts'
import type { PreparedCall } from '../calls/dispatcher.ts'
import type { Invocation } from '../calls/invocation.ts'
import type { ResultMembers } from '../protocol/json-rpc.ts'
import type { ServerParts } from './server-parts.ts'

/** Runs a call with its middleware, and converts its value or error to a result. */
export function runInvocation(
  prepared: PreparedCall,
  invocation: Invocation,
  parts: ServerParts,
): MaybePromise<ResultMembers> {
  try {
    const value = prepared.invoke(invocation)
    return isPromise(value) ? settle(value, prepared, invocation, parts) : finish(value, invocation)
  } catch (error) {
    return fail(prepared, error, invocation, parts)
  }
}

async function settle(
  value: Promise<unknown>,
  prepared: PreparedCall,
  invocation: Invocation,
  parts: ServerParts,
): Promise<ResultMembers> {
  try {
    return finish(await value, invocation)
  } catch (error) {
    return fail(prepared, error, invocation, parts)
  }
}

function finish(value: unknown, invocation: Invocation): ResultMembers {
  invocation.end()
  return invocation.finish(value)
}

function fail(
  { rule }: PreparedCall,
  error: unknown,
  invocation: Invocation,
  parts: ServerParts,
): MaybePromise<ResultMembers> {
  invocation.end()
  parts.access?.refuseDenied(error, { rule }, invocation.message)
  return invocation.settle(error) ?? refuse(invocation, error, parts)
}

/**
 * Returns the result for an error. The message comes from an error handler of the application, or from the error if it
 * is meant for clients. Other errors are logged, and the agent gets a general message.
 */
function refuse(
  { kind, facts, message: { request } }: Invocation,
  error: unknown,
  { dispatcher, texts, logger }: ServerParts,
): MaybePromise<ResultMembers> {
  const refuseWith = (text: string | undefined) => {
    if (text !== undefined) return kind.refuse(text)
    logThrown(() => logger, 'error', kind.failure.logged, { ...facts, error })
    return kind.refuse(kind.failure.shown)
  }
  const translated =
    texts && tryRead(error, isFailed) ? texts.translate(error as ValidationFailed, request) : error
  const formatted = dispatcher.formatError(translated, request)
  if (!formatted) return refuseWith(tryRead(translated, (seen) => kind.textOf(seen)))
  const logFailure = (failure: unknown): undefined => {
    logThrown(() => logger, 'error', 'An error handler failed.', { error: failure })
  }
  return formatted.catch(logFailure).then(refuseWith)
}

function isFailed(error: unknown): boolean {
  return error instanceof ValidationFailed
}
