import { Buffer } from 'node:buffer'
import { andThen, type MaybePromise } from '../../../base/platform/maybe-promise.ts'
import { lookAt } from '../../../base/logging/thrown.ts'
import { toJson } from '../../../http/message/to-json.ts'
import type { Findings } from '../../../data/validation/findings.ts'
import { toFailures } from '../../../data/validation/field-errors.ts'
import type { ToolCall } from '../../../http/chain/tool-call.ts'
import {
  internalError,
  invalidParams,
  MessageRefused,
  type ResultMembers,
} from '../protocol/json-rpc.ts'
import { messageForAgents } from '../protocol/errors.ts'
import type { Class } from '../../../base/reflection/type-info.ts'
import { ProgressReporter } from '../protocol/progress-reporter.ts'
import type { FoundResource } from '../calls/operations.ts'
import type { Resource } from '../catalogue/resource.ts'
import type { MessageContext, Method } from '../protocol/method.ts'
import { runOperation, type OperationKind } from './run-operation.ts'
import type { ServerParts } from './server-parts.ts'

export interface ReadRules {
  /** The error code for a resource that does not exist. */
  readonly missingCode: number
  /** Returns additional members of a result. */
  readonly members: (resource: Resource) => ResultMembers
}

/** Creates `resources/read`, which reads a resource by its uri. */
export function createResourceRead(parts: ServerParts, rules: ReadRules): Method {
  const { operations, access } = parts
  const members = new Map<Resource, ResultMembers>()
  for (const resource of operations.resources.keys()) members.set(resource, rules.members(resource))
  return ({ uri }, context) => {
    if (typeof uri !== 'string') throw new MessageRefused(invalidParams, '"uri" must be a string.')
    const found = operations.findResource(uri)
    const run = () => {
      if (!found) throw missing(uri, rules)
      return readResource(found, uri, context, (value) => {
        if (value === undefined || value === null) throw missing(uri, rules)
        return {
          contents: contentsText(value, uri, found.resource),
          ...members.get(found.resource),
        }
      })
    }
    if (!access) return run()
    return access.enter({ rule: found?.rule }, context, {
      run,
      missing: () => missing(uri, rules),
      refuse: resourceErrors.refuse,
    })
  }

  function readResource(
    found: FoundResource,
    uri: string,
    context: MessageContext,
    finish: (value: unknown) => ResultMembers,
  ): MaybePromise<ResultMembers> {
    const call = found.open({ uri }, context)
    const run = () =>
      andThen(readArguments(found, uri, context, call), (args) => found.invoke(args, call))
    const steps = { call, context, run, finish, settle: throwRefusal, facts: () => ({ uri }) }
    return runOperation(found, steps, resourceErrors, parts)
  }
}

function readArguments(
  { resource, values }: FoundResource,
  uri: string,
  context: MessageContext,
  call: ToolCall,
): MaybePromise<unknown[]> {
  const errors: Findings = []
  const injections = {
    signal: () => call.signalWith(context.signal()),
    progress: () => new ProgressReporter(),
    provided: (type: Class) => call.find(type),
  }
  return andThen(resource.readArguments(values, injections, errors), (args) => {
    if (errors.length === 0) return args
    const data = { uri, ...toFailures(errors) }
    throw new MessageRefused(invalidParams, `The uri "${uri}" is not valid.`, { data })
  })
}

function contentsText(returned: unknown, uri: string, { mimeType, toJsonForm }: Resource): string {
  const value = toJsonForm ? toJsonForm(returned) : returned
  const content =
    value instanceof Uint8Array
      ? { uri, mimeType, blob: Buffer.from(value).toString('base64') }
      : { uri, mimeType, text: typeof value === 'string' ? value : toJson(value) }
  return JSON.stringify([content])
}

function missing(uri: string, { missingCode }: ReadRules): MessageRefused {
  return new MessageRefused(missingCode, `There is no resource "${uri}".`, { data: { uri } })
}

const resourceErrors: OperationKind = {
  failure: { logged: 'A resource could not be read.', shown: 'Internal error.' },
  textOf: messageForAgents,
  refuse(text) {
    throw new MessageRefused(internalError, text)
  },
}

function throwRefusal(error: unknown): undefined {
  if (lookAt(error, isRefusal)) throw error
}

function isRefusal(error: unknown): boolean {
  return error instanceof MessageRefused
}
