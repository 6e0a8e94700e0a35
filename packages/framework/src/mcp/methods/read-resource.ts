import { Buffer } from 'node:buffer'
import type { Logger } from '../../logging/logger.ts'
import { lookAt, logThrown } from '../../logging/thrown.ts'
import { toJson } from '../../message/to-json.ts'
import { toFailures } from '../../validation/field-errors.ts'
import { findProvided, type ToolCall } from '../../http/chain/tool-call.ts'
import type { PreparedCall } from '../dispatcher.ts'
import { internalError, invalidParams, MessageRefused, type ResultMembers } from '../json-rpc.ts'
import { messageForAgents } from '../errors.ts'
import type { Class } from '../../reflection/type-info.ts'
import { ProgressReporter } from '../progress-reporter.ts'
import type { ResourceMatch } from '../registry.ts'
import type { Resource } from '../resource.ts'
import type { MessageContext, Method, ServerParts } from '../method.ts'

export interface ReadRules {
  /** The code of a resource that does not exist. */
  readonly missingCode: number
  /** Further members of a result. */
  readonly members: (resource: Resource) => ResultMembers
}

interface ReadableResource extends PreparedCall {
  readonly members: ResultMembers
}

/** `resources/read`: a resource by its uri. */
export function createResourceRead(parts: ServerParts, rules: ReadRules): Method {
  const { registry, dispatcher, logger } = parts
  const readable = new Map<Resource, ReadableResource>()
  for (const resource of registry.resources) {
    const prepared = dispatcher.prepare(resource, 'resource', resource.uri)
    readable.set(resource, { ...prepared, members: rules.members(resource) })
  }
  return ({ uri }, context) => {
    if (typeof uri !== 'string') throw new MessageRefused(invalidParams, '"uri" must be a string.')
    const match = registry.findResource(uri)
    const found = match && readable.get(match.resource)
    if (!found) throw missing(uri, rules)
    const finish = (value: unknown) => {
      if (value === undefined || value === null) throw missing(uri, rules)
      return { contents: contentsText(value, uri, match.resource), ...found.members }
    }
    const fail = (error: unknown) => {
      const worded = dispatcher.word(error, context.request)
      if (worded) return refuseWorded(worded, error, uri, logger)
      throw toRefusal(error, uri, logger)
    }
    try {
      const { invoke, surround } = found
      const { request } = context
      const value = surround
        ? surround({ uri }, request, (call) =>
            invoke(readArguments(match, uri, context, call), { request, call }),
          )
        : invoke(readArguments(match, uri, context), { request })
      return value instanceof Promise ? value.then(finish).catch(fail) : finish(value)
    } catch (error) {
      return fail(error)
    }
  }
}

function readArguments(
  { resource, values }: ResourceMatch,
  uri: string,
  context: MessageContext,
  call?: ToolCall,
): unknown[] {
  const errors: string[] = []
  const injections = {
    signal: () => (call ? call.signalWith(context.signal()) : context.signal()),
    progress: () => new ProgressReporter(),
    provided: (type: Class) => (call ? call.find(type) : findProvided(context.request, type)),
  }
  const args = resource.readArguments(values, injections, errors)
  if (errors.length === 0) return args
  const data = { uri, ...toFailures(errors) }
  throw new MessageRefused(invalidParams, `The uri "${uri}" is not valid.`, { data })
}

function contentsText(value: unknown, uri: string, { mimeType }: Resource): string {
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
