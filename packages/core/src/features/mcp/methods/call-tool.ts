import { isOpen } from '../../access/access-rule.ts'
import { andThen, type MaybePromise } from '../../../base/platform/maybe-promise.ts'
import { readWaiting } from '../../../data/validation/waiting-schemas.ts'
import { isPlainObject } from '../../../data/validation/plain-object.ts'
import type { Findings } from '../../../data/validation/findings.ts'
import { ValidationFailed } from '../../../data/validation/validation-failed.ts'
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
import { runOperation, type OperationKind } from './run-operation.ts'
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
  callable: CallableTool,
  params: Params,
  context: MessageContext,
  check: Check | undefined,
  parts: ServerParts,
): MaybePromise<ResultMembers> {
  const { tool, open, invoke, rule } = callable
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
  const run = () => {
    const found: Findings = []
    const begin = (args: unknown[]) => {
      refuseFound(found)
      return invoke(args, call, found)
    }
    const args = readWaiting(found, () => read(found))
    return andThen(args, begin)
  }
  const finish = (value: unknown) => {
    const { toJsonForm } = tool
    return toToolResult(toJsonForm ? toJsonForm(value) : value, tool.isStructured)
  }
  const settle = () => (signal?.aborted ? toErrorResult('The call was cancelled.') : undefined)
  const steps = { run, finish, settle, progress, facts: { tool: tool.name } }
  return runOperation(callable, call, toolErrors, steps, { context, parts })
}

function unknownTool(name: unknown): MessageRefused {
  return new MessageRefused(
    invalidParams,
    typeof name === 'string' ? `There is no tool "${name}".` : '"name" must be the name of a tool.',
  )
}

const toolErrors: OperationKind = {
  failure: { logged: 'A tool failed.', shown: 'The tool failed.' },
  textOf: (error) =>
    error instanceof ValidationFailed ? JSON.stringify(error) : messageForAgents(error),
  refuse: toErrorResult,
}
