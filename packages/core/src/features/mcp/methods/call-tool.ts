import { isOpen } from '../../access/access-rule.ts'
import type { MaybePromise } from '../../../base/platform/maybe-promise.ts'
import { isPlainObject } from '../../../data/validation/plain-object.ts'
import { ValidationFailed } from '../../../data/validation/validation-failed.ts'
import { toErrorResult, toToolResult } from './content.ts'
import {
  invalidParams,
  MessageRefused,
  type Params,
  type ResultMembers,
} from '../protocol/json-rpc.ts'
import { messageForAgents } from '../protocol/errors.ts'
import type { Tool } from '../catalogue/tool.ts'
import {
  progressOf,
  type CallProgress,
  type ProgressReporter,
} from '../protocol/progress-reporter.ts'
import type { MessageContext, Method } from '../protocol/method.ts'
import { Invocation, type InvocationKind } from '../calls/invocation.ts'
import type { HttpError } from '../../../http/message/http-error.ts'
import { runInvocation } from './run-invocation.ts'
import type { ServerParts } from './server-parts.ts'
import type { CallableTool } from '../calls/operations.ts'

/** Checks a call before its arguments are read. Throws `MessageRefused`. */
type Check = (tool: Tool, args: Params, context: MessageContext) => void

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
    return access.runIfAllowed({ rule: callable?.rule }, context, {
      run,
      missing,
      refuse: toErrorResult,
    })
  }
}

function callTool(
  callable: CallableTool,
  params: Params,
  context: MessageContext,
  check: Check | undefined,
  parts: ServerParts,
): MaybePromise<ResultMembers> {
  const { arguments: args = {} } = params
  if (!isPlainObject(args)) {
    throw new MessageRefused(invalidParams, '"arguments" must be an object.')
  }
  check?.(callable.tool, args, context)
  const { rule } = callable
  const progress = progressOf(params, context, rule !== undefined && !isOpen(rule))
  return runInvocation(callable, new ToolInvocation(callable, args, context, progress), parts)
}

class ToolInvocation extends Invocation {
  readonly #tool: Tool
  readonly #progress: CallProgress

  constructor(
    { tool, open }: CallableTool,
    args: Params,
    message: MessageContext,
    progress: CallProgress,
  ) {
    super(open(args, message), message)
    this.#tool = tool
    this.#progress = progress
  }

  get kind(): InvocationKind {
    return toolErrors
  }

  get facts(): { tool: string } {
    return { tool: this.#tool.name }
  }

  readArguments(): MaybePromise<readonly unknown[]> {
    return this.#tool.arguments.read(this.context.arguments, this, this.errors)
  }

  denied(error: HttpError): HttpError {
    return error
  }

  finish(value: unknown): ResultMembers {
    const { toJsonForm, isStructured } = this.#tool
    return toToolResult(toJsonForm ? toJsonForm(value) : value, isStructured)
  }

  settle(): ResultMembers | undefined {
    return this.isCancelled ? toErrorResult('The call was cancelled.') : undefined
  }

  progress(): ProgressReporter {
    return this.#progress.reporter
  }

  end(): void {
    this.#progress.end()
  }
}

function unknownTool(name: unknown): MessageRefused {
  return new MessageRefused(
    invalidParams,
    typeof name === 'string' ? `There is no tool "${name}".` : '"name" must be the name of a tool.',
  )
}

const toolErrors: InvocationKind = {
  failure: { logged: 'A tool failed.', shown: 'The tool failed.' },
  textOf: (error) =>
    error instanceof ValidationFailed ? JSON.stringify(error) : messageForAgents(error),
  refuse: toErrorResult,
}
