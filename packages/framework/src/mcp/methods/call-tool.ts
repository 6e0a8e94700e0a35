import { readWaiting } from '../../validation/waiting-schemas.ts'
import type { Logger } from '../../logging/logger.ts'
import { lookAt, logThrown } from '../../logging/thrown.ts'
import { isPlainObject } from '../../validation/plain-object.ts'
import type { Findings } from '../../validation/run-checks.ts'
import { ValidationFailed, type Failures } from '../../validation/validation-failed.ts'
import { toErrorResult, toToolResult } from '../content.ts'
import { refuseFound } from '../dispatcher.ts'
import type { CallOrigin } from '../guard.ts'
import type { ToolCall } from '../../http/chain/tool-call.ts'
import { invalidParams, MessageRefused, type Params, type ResultMembers } from '../json-rpc.ts'
import { messageForAgents } from '../errors.ts'
import type { Tool } from '../tool.ts'
import { progressOf } from '../progress-reporter.ts'
import {
  originOf,
  suppliedTo,
  type MessageContext,
  type Method,
  type ServerParts,
} from '../method.ts'
import type { CallableTool } from '../operations.ts'

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
    return access.enter(callable?.admission, context, { run, missing, refuse: toErrorResult })
  }
}

function callTool(
  { tool, invoke, surround, admission }: CallableTool,
  params: Params,
  context: MessageContext,
  check: Check | undefined,
  parts: ServerParts,
): ResultMembers | Promise<ResultMembers> {
  const { arguments: given = {} } = params
  if (!isPlainObject(given)) {
    throw new MessageRefused(invalidParams, '"arguments" must be an object.')
  }
  check?.(tool, given, context)
  const origin = originOf(context)
  const progress = progressOf(params, context, admission?.plan !== undefined)
  let signal: AbortSignal | undefined
  const read = (found: Findings, call?: ToolCall) =>
    tool.arguments.read(
      given,
      {
        signal: () => {
          signal = context.signal()
          return call ? call.signalWith(signal) : signal
        },
        progress: () => progress.reporter,
        provided: (type) => suppliedTo(origin, call, type),
      },
      found,
    )
  const start = (from: CallOrigin) => {
    const found: Findings = []
    const begin = (args: unknown[]) => {
      refuseFound(found)
      return invoke(args, from, found)
    }
    const args = readWaiting(found, () => read(found, from.call))
    return args instanceof Promise ? args.then(begin) : begin(args)
  }
  const finish = (value: unknown) => {
    progress.end()
    const { toJsonForm } = tool
    return toToolResult(toJsonForm ? toJsonForm(value) : value, tool.isStructured)
  }
  const fail = (error: unknown) => {
    progress.end()
    parts.access?.refuseDenied(error, admission, context)
    return signal?.aborted
      ? toErrorResult('The call was cancelled.')
      : toFailedResult(error, tool, parts, context)
  }
  try {
    const value = surround
      ? surround(given, origin, (call) => start({ ...origin, call }))
      : start(origin)
    return value instanceof Promise ? value.then(finish).catch(fail) : finish(value)
  } catch (error) {
    return fail(error)
  }
}

function unknownTool(name: unknown): MessageRefused {
  return new MessageRefused(
    invalidParams,
    typeof name === 'string' ? `There is no tool "${name}".` : '"name" must name a tool.',
  )
}

function toFailedResult(
  error: unknown,
  tool: Tool,
  { dispatcher, texts, logger }: ServerParts,
  { request }: MessageContext,
): ResultMembers | Promise<ResultMembers> {
  const told =
    texts && lookAt(error, isFailed) ? texts.word(error as ValidationFailed, request) : error
  const worded = dispatcher.word(told, request)
  if (worded) return toWordedResult(worded, told, tool, logger)
  return lookAt(told, toToldResult) ?? toUntoldResult(error, tool, logger)
}

function isFailed(error: unknown): boolean {
  return error instanceof ValidationFailed
}

async function toWordedResult(
  worded: Promise<string | undefined>,
  error: unknown,
  tool: Tool,
  logger: Logger,
): Promise<ResultMembers> {
  try {
    const text = await worded
    if (text !== undefined) return toErrorResult(text)
  } catch (failure) {
    logThrown(() => logger, 'error', 'An error handler failed.', { error: failure })
  }
  return toUntoldResult(error, tool, logger)
}

function toUntoldResult(error: unknown, { name }: Tool, logger: Logger): ResultMembers {
  logThrown(() => logger, 'error', 'A tool failed.', { tool: name, error })
  return toErrorResult('The tool failed.')
}

/** Returns the result of an error whose message the agent may read; undefined for other errors, which are only logged. */
function toToldResult(error: unknown): ResultMembers | undefined {
  if (error instanceof ValidationFailed) return toInvalidResult(error)
  const message = messageForAgents(error)
  return message === undefined ? undefined : toErrorResult(message)
}

function toInvalidResult(failures: ValidationFailed | Failures): ResultMembers {
  return toErrorResult(JSON.stringify(failures))
}
