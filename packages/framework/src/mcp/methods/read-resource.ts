import { Buffer } from 'node:buffer'
import type { Logger } from '../../logging/logger.ts'
import { lookAt, logThrown } from '../../logging/thrown.ts'
import { toJson } from '../../message/to-json.ts'
import { toFailures } from '../../validation/field-errors.ts'
import type { Invoke } from '../dispatcher.ts'
import type { Exchange } from '../exchange.ts'
import { internalError, invalidParams, MessageRefused } from '../json-rpc.ts'
import { messageForAgents } from '../mcp-error.ts'
import type { Method } from '../method.ts'
import { ProgressReporter } from '../progress-reporter.ts'
import type { ResourceMatch } from '../registry.ts'
import type { Resource } from '../resource.ts'
import type { ServerParts } from '../server-parts.ts'

export interface ReadRules {
  /** The code of a resource that does not exist. */
  readonly missingCode: number
  /** Further members of a result, such as `,"ttlMs":0`. */
  readonly members: (resource: Resource) => string
}

/** `resources/read`: a resource by its uri. */
export function createResourceRead(parts: ServerParts, rules: ReadRules): Method {
  const { registry, dispatcher, logger } = parts
  const invokes = new Map<Resource, Invoke>()
  for (const resource of registry.resources) invokes.set(resource, dispatcher.prepare(resource))
  return ({ uri }, exchange) => {
    if (typeof uri !== 'string') throw new MessageRefused(invalidParams, '"uri" must be a string.')
    const match = registry.findResource(uri)
    const invoke = match && invokes.get(match.resource)
    if (!invoke) throw missing(uri, rules)
    const args = readArguments(match, uri, exchange)
    const finish = (value: unknown) => toResult(value, uri, match.resource, rules)
    const fail = (error: unknown) => {
      throw toRefusal(error, uri, logger)
    }
    try {
      const value = invoke(args, exchange.request)
      return value instanceof Promise ? value.then(finish).catch(fail) : finish(value)
    } catch (error) {
      return fail(error)
    }
  }
}

function readArguments(
  { resource, values }: ResourceMatch,
  uri: string,
  exchange: Exchange,
): unknown[] {
  const errors: string[] = []
  const injections = {
    signal: () => exchange.signal(),
    progress: () => new ProgressReporter(),
  }
  const args = resource.readArguments(values, injections, errors)
  if (errors.length === 0) return args
  const data = { uri, ...toFailures(errors) }
  throw new MessageRefused(invalidParams, `The uri "${uri}" is not valid.`, { data })
}

function toResult(value: unknown, uri: string, resource: Resource, rules: ReadRules): string {
  if (value === undefined || value === null) throw missing(uri, rules)
  const { mimeType } = resource
  const content =
    value instanceof Uint8Array
      ? { uri, mimeType, blob: Buffer.from(value).toString('base64') }
      : { uri, mimeType, text: typeof value === 'string' ? value : toJson(value) }
  return `{"contents":[${JSON.stringify(content)}]${rules.members(resource)}}`
}

function missing(uri: string, { missingCode }: ReadRules): MessageRefused {
  return new MessageRefused(missingCode, `There is no resource "${uri}".`, { data: { uri } })
}

function toRefusal(error: unknown, uri: string, logger: Logger): MessageRefused {
  const told = lookAt(error, toToldRefusal)
  if (told) return told
  logThrown(() => logger, 'error', 'A resource could not be read.', { uri, error })
  return new MessageRefused(internalError, 'Internal error.')
}

function toToldRefusal(error: unknown): MessageRefused | undefined {
  if (error instanceof MessageRefused) return error
  const message = messageForAgents(error)
  return message === undefined ? undefined : new MessageRefused(internalError, message)
}
