import { Buffer } from 'node:buffer'
import { isPromise, type MaybePromise } from '../../../base/platform/maybe-promise.ts'
import type { Logger } from '../../../base/logging/logger.ts'
import { lookAt, logThrown } from '../../../base/logging/thrown.ts'
import { toJson } from '../../../http/message/to-json.ts'
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
    const refuse = (text: string) => {
      throw new MessageRefused(internalError, text)
    }
    if (!access) return run()
    return access.enter({ rule: found?.rule }, context, {
      run,
      missing: () => missing(uri, rules),
      refuse,
    })
  }

  function readResource(
    found: FoundResource,
    uri: string,
    context: MessageContext,
    finish: (value: unknown) => ResultMembers,
  ): MaybePromise<ResultMembers> {
    const { dispatcher, logger } = parts
    const { open, invoke, surround, rule } = found
    const fail = (error: unknown) => {
      access?.refuseDenied(error, { rule }, context)
      const formatted = dispatcher.formatError(error, context.request)
      if (formatted) return refuseFormatted(formatted, error, uri, logger)
      throw toRefusal(error, uri, logger)
    }
    try {
      const call = open({ uri }, context)
      const value = surround(call, () => invoke(readArguments(found, uri, context, call), call))
      return isPromise(value) ? value.then(finish).catch(fail) : finish(value)
    } catch (error) {
      return fail(error)
    }
  }
}

function readArguments(
  { resource, values }: FoundResource,
  uri: string,
  context: MessageContext,
  call: ToolCall,
): unknown[] {
  const errors: string[] = []
  const injections = {
    signal: () => call.signalWith(context.signal()),
    progress: () => new ProgressReporter(),
    provided: (type: Class) => call.find(type),
  }
  const args = resource.readArguments(values, injections, errors)
  if (errors.length === 0) return args
  const data = { uri, ...toFailures(errors) }
  throw new MessageRefused(invalidParams, `The uri "${uri}" is not valid.`, { data })
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

async function refuseFormatted(
  formatted: Promise<string | undefined>,
  error: unknown,
  uri: string,
  logger: Logger,
): Promise<never> {
  let text: string | undefined
  try {
    text = await formatted
  } catch (failure) {
    logThrown(() => logger, 'error', 'An error handler failed.', { error: failure })
  }
  throw text === undefined
    ? toHiddenRefusal(error, uri, logger)
    : new MessageRefused(internalError, text)
}

function toRefusal(error: unknown, uri: string, logger: Logger): MessageRefused {
  return lookAt(error, toPublicRefusal) ?? toHiddenRefusal(error, uri, logger)
}

function toHiddenRefusal(error: unknown, uri: string, logger: Logger): MessageRefused {
  logThrown(() => logger, 'error', 'A resource could not be read.', { uri, error })
  return new MessageRefused(internalError, 'Internal error.')
}

function toPublicRefusal(error: unknown): MessageRefused | undefined {
  if (error instanceof MessageRefused) return error
  const message = messageForAgents(error)
  return message === undefined ? undefined : new MessageRefused(internalError, message)
}
