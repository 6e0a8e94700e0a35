import { Buffer } from 'node:buffer'
import type { Logger } from '../../logging/logger.ts'
import { lookAt, logThrown } from '../../logging/thrown.ts'
import { toJson } from '../../message/to-json.ts'
import { toFailures } from '../../validation/field-errors.ts'
import type { ToolCall } from '../../http/chain/tool-call.ts'
import { internalError, invalidParams, MessageRefused, type ResultMembers } from '../json-rpc.ts'
import { messageForAgents } from '../errors.ts'
import type { Class } from '../../reflection/type-info.ts'
import { ProgressReporter } from '../progress-reporter.ts'
import type { FoundResource } from '../operations.ts'
import type { Resource } from '../resource.ts'
import {
  originOf,
  suppliedTo,
  type MessageContext,
  type Method,
  type ServerParts,
} from '../method.ts'

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
    return access.enter(found?.admission, context, {
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
  ): ResultMembers | Promise<ResultMembers> {
    const { dispatcher, logger } = parts
    const { invoke, surround, admission } = found
    const fail = (error: unknown) => {
      access?.refuseDenied(error, admission, context)
      const worded = dispatcher.word(error, context.request)
      if (worded) return refuseWorded(worded, error, uri, logger)
      throw toRefusal(error, uri, logger)
    }
    try {
      const origin = originOf(context)
      const value = surround
        ? surround({ uri }, origin, (call) =>
            invoke(readArguments(found, uri, context, call), { ...origin, call }),
          )
        : invoke(readArguments(found, uri, context), origin)
      return value instanceof Promise ? value.then(finish).catch(fail) : finish(value)
    } catch (error) {
      return fail(error)
    }
  }
}

function readArguments(
  { resource, values }: FoundResource,
  uri: string,
  context: MessageContext,
  call?: ToolCall,
): unknown[] {
  const errors: string[] = []
  const injections = {
    signal: () => (call ? call.signalWith(context.signal()) : context.signal()),
    progress: () => new ProgressReporter(),
    provided: (type: Class) => suppliedTo(originOf(context), call, type),
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

async function refuseWorded(
  worded: Promise<string | undefined>,
  error: unknown,
  uri: string,
  logger: Logger,
): Promise<never> {
  let text: string | undefined
  try {
    text = await worded
  } catch (failure) {
    logThrown(() => logger, 'error', 'An error handler failed.', { error: failure })
  }
  throw text === undefined
    ? toUntoldRefusal(error, uri, logger)
    : new MessageRefused(internalError, text)
}

function toRefusal(error: unknown, uri: string, logger: Logger): MessageRefused {
  return lookAt(error, toToldRefusal) ?? toUntoldRefusal(error, uri, logger)
}

function toUntoldRefusal(error: unknown, uri: string, logger: Logger): MessageRefused {
  logThrown(() => logger, 'error', 'A resource could not be read.', { uri, error })
  return new MessageRefused(internalError, 'Internal error.')
}

function toToldRefusal(error: unknown): MessageRefused | undefined {
  if (error instanceof MessageRefused) return error
  const message = messageForAgents(error)
  return message === undefined ? undefined : new MessageRefused(internalError, message)
}
