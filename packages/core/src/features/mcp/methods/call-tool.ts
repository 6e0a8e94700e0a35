import { isOpen } from '../../access/access-rule.ts'
import { andThen, type MaybePromise } from '../../../base/platform/maybe-promise.ts'
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
import type { Injections } from '../catalogue/method-arguments.ts'
import type { Class } from '../../../base/reflection/type-info.ts'
import type { ToolCall } from '../../../http/chain/tool-call.ts'
import {
  progressOf,
  type CallProgress,
  type ProgressReporter,
} from '../protocol/progress-reporter.ts'
import type { MessageContext, Method } from '../protocol/method.ts'
import { runOperation, type OperationKind, type OperationSteps } from './run-operation.ts'
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
  const { arguments: given = {} } = params
  if (!isPlainObject(given)) {
    throw new MessageRefused(invalidParams, '"arguments" must be an object.')
  }
  check?.(callable.tool, given, context)
  const { rule } = callable
  const progress = progressOf(params, context, rule !== undefined && !isOpen(rule))
  return runOperation(
    callable,
    new ToolSteps(callable, given, context, progress),
    toolErrors,
    parts,
  )
}

/** A call of a tool, and what it injects into the method. */
class ToolSteps implements OperationSteps, Injections {
  readonly call: ToolCall
  readonly context: MessageContext
  readonly #callable: CallableTool
  readonly #given: Params
  readonly #progress: CallProgress
  #signal: AbortSignal | undefined

  constructor(
    callable: CallableTool,
    given: Params,
    context: MessageContext,
    progress: CallProgress,
  ) {
    this.call = callable.open(given, context)
    this.context = context
    this.#callable = callable
    this.#given = given
    this.#progress = progress
  }

  run(): unknown {
    const { tool, invoke } = this.#callable
    const found: Findings = []
    const begin = (args: unknown[]) => {
      refuseFound(found)
      return invoke(args, this.call, found)
    }
    return andThen(tool.arguments.read(this.#given, this, found), begin)
  }

  end(): void {
    this.#progress.end()
  }

  finish(value: unknown): ResultMembers {
    const { toJsonForm, isStructured } = this.#callable.tool
    return toToolResult(toJsonForm ? toJsonForm(value) : value, isStructured)
  }

  settle(): ResultMembers | undefined {
    return this.#signal?.aborted ? toErrorResult('The call was cancelled.') : undefined
  }

  facts(): { tool: string } {
    return { tool: this.#callable.tool.name }
  }

  signal(): AbortSignal {
    this.#signal = this.context.signal()
    return this.call.signalWith(this.#signal)
  }

  progress(): ProgressReporter {
    return this.#progress.reporter
  }

  provided(type: Class): unknown {
    return this.call.find(type)
  }
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
