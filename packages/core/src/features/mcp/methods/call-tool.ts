import { isOpen } from '../../access/access-rule.ts'
import { andThen, isPromise, type MaybePromise } from '../../../base/platform/maybe-promise.ts'
import { readWaiting } from '../../../data/validation/waiting-schemas.ts'
import type { Logger } from '../../../base/logging/logger.ts'
import { lookAt, logThrown } from '../../../base/logging/thrown.ts'
import { isPlainObject } from '../../../data/validation/plain-object.ts'
import type { Findings } from '../../../data/validation/findings.ts'
import { ValidationFailed } from '../../../data/validation/validation-failed.ts'
import type { Failures } from '../../../data/validation/field-errors.ts'
import { toErrorResult, toToolResult } from './content.ts'
import { refuseFound } from '../calls/dispatcher.ts'
import {
  invalidParams,
  MessageRefused,
  type Params,
  type ResultMembers,
} from '../protocol/json-rpc.ts'
import { messageForAgents } from '../protocol/errors.ts'
import type { Tool } from '../catalogue/tool.ts'
import { progressOf } from '../protocol/progress-reporter.ts'
import type { MessageContext, Method } from '../protocol/method.ts'
import type { ServerParts } from './server-parts.ts'
import type { CallableTool } from '../calls/operations.ts'

/** Checks a call before its arguments are read. Throws `MessageRefused`. */
type Check = (tool: Tool, given: Params, context: MessageContext) => void

/** Creates `tools/call`, which calls a tool by name after validating its arguments. */
export function createToolCall(parts: ServerParts, check?: Check): Method {
  const { operations, access } = parts
  return (params, context) => {
    const callable = operations.tools.get(params['name'])
    const run = () => {
      if (!callable) throw unknownTool(params['name'])
      return callTool(callable, params, context, check, parts)
    }
    if (!access) return run()
    const missing = () => unknownTool(params['name'])
    return access.enter({ rule: callable?.rule }, context, { run, missing, refuse: toErrorResult })
  }
}

function callTool(
  { tool, open, invoke, surround, rule }: CallableTool,
  params: Params,
  context: MessageContext,
  check: Check | undefined,
  parts: ServerParts,
): MaybePromise<ResultMembers> {
  const { arguments: given = {} } = params
  if (!isPlainObject(given)) {
    throw new MessageRefused(invalidParams, '"arguments" must be an object.')
  }
  check?.(tool, given, context)
  const call = open(given, context)
  const progress = progressOf(params, context, rule !== undefined && !isOpen(rule))
  let signal: AbortSignal | undefined
  const read = (found: Findings) =>
    tool.arguments.read(
      given,
      {
        signal: () => {
          signal = context.signal()
          return call.signalWith(signal)
        },
        progress: () => progress.reporter,
        provided: (type) => call.find(type),
      },
      found,
    )
  const start = () => {
    const found: Findings = []
    const begin = (args: unknown[]) => {
      refuseFound(found)
      return invoke(args, call, found)
    }
    const args = readWaiting(found, () => read(found))
    return andThen(args, begin)
  }
  const finish = (value: unknown) => {
    progress.end()
    const { toJsonForm } = tool
    return toToolResult(toJsonForm ? toJsonForm(value) : value, tool.isStructured)
  }
  const fail = (error: unknown) => {
    progress.end()
    parts.access?.refuseDenied(error, { rule }, context)
    return signal?.aborted
      ? toErrorResult('The call was cancelled.')
      : toFailedResult(error, tool, parts, context)
  }
  try {
    const value = surround(call, start)
    return isPromise(value) ? value.then(finish).catch(fail) : finish(value)
  } catch (error) {
    return fail(error)
  }
}

function unknownTool(name: unknown): MessageRefused {
  return new MessageRefused(
    invalidParams,
    typeof name === 'string' ? `There is no tool "${name}".` : '"name" must be the name of a tool.',
  )
}

function toFailedResult(
  error: unknown,
  tool: Tool,
  { dispatcher, texts, logger }: ServerParts,
  { request }: MessageContext,
): MaybePromise<ResultMembers> {
  const translated =
    texts && lookAt(error, isFailed) ? texts.translate(error as ValidationFailed, request) : error
  const formatted = dispatcher.formatError(translated, request)
  if (formatted) return toFormattedResult(formatted, translated, tool, logger)
  return lookAt(translated, toPublicResult) ?? toHiddenResult(error, tool, logger)
}

function isFailed(error: unknown): boolean {
  return error instanceof ValidationFailed
}

async function toFormattedResult(
  formatted: Promise<string | undefined>,
  error: unknown,
  tool: Tool,
  logger: Logger,
): Promise<ResultMembers> {
  try {
    const text = await formatted
    if (text !== undefined) return toErrorResult(text)
  } catch (failure) {
    logThrown(() => logger, 'error', 'An error handler failed.', { error: failure })
  }
  return toHiddenResult(error, tool, logger)
}

function toHiddenResult(error: unknown, { name }: Tool, logger: Logger): ResultMembers {
  logThrown(() => logger, 'error', 'A tool failed.', { tool: name, error })
  return toErrorResult('The tool failed.')
}

/** Returns the result of an error whose message the agent may read; undefined for other errors, which are only logged. */
function toPublicResult(error: unknown): ResultMembers | undefined {
  if (error instanceof ValidationFailed) return toInvalidResult(error)
  const message = messageForAgents(error)
  return message === undefined ? undefined : toErrorResult(message)
}

function toInvalidResult(failures: ValidationFailed | Failures): ResultMembers {
  return toErrorResult(JSON.stringify(failures))
}
