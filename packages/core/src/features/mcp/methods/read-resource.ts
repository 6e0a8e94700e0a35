import { Buffer } from 'node:buffer'
import { andThen, type MaybePromise } from '../../../base/platform/maybe-promise.ts'
import { tryRead } from '../../../base/logging/thrown.ts'
import { toJson } from '../../../http/message/to-json.ts'
import { toFailures } from '../../../data/validation/field-errors.ts'
import {
  internalError,
  invalidParams,
  MessageRefused,
  type ResultMembers,
} from '../protocol/json-rpc.ts'
import { messageForAgents } from '../protocol/errors.ts'
import { ProgressReporter } from '../protocol/progress-reporter.ts'
import type { MatchedResource } from '../calls/operations.ts'
import type { Resource } from '../catalogue/resource.ts'
import type { MessageContext, Method } from '../protocol/method.ts'
import { Invocation, type InvocationKind } from '../calls/invocation.ts'
import type { HttpError } from '../../../http/message/http-error.ts'
import { runInvocation } from './run-invocation.ts'
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
    const match = operations.findResource(uri)
    const missing = () =>
      new MessageRefused(rules.missingCode, `There is no resource "${uri}".`, { data: { uri } })
    const run = () => {
      if (!match) throw missing()
      const invocation = new ResourceInvocation(match, uri, context, {
        members: members.get(match.resource),
        missing,
      })
      return runInvocation(match, invocation, parts)
    }
    if (!access) return run()
    const { refuse } = resourceErrors
    return access.runIfAllowed({ rule: match?.rule }, context, { run, missing, refuse })
  }
}

interface ReadResponses {
  /** Additional members of the result. */
  readonly members: ResultMembers | undefined
  missing(): MessageRefused
}

class ResourceInvocation extends Invocation {
  readonly #match: MatchedResource
  readonly #uri: string
  readonly #responses: ReadResponses

  constructor(
    match: MatchedResource,
    uri: string,
    message: MessageContext,
    responses: ReadResponses,
  ) {
    super(match.open({ uri }, message), message)
    this.#match = match
    this.#uri = uri
    this.#responses = responses
  }

  get kind(): InvocationKind {
    return resourceErrors
  }

  get facts(): { uri: string } {
    return { uri: this.#uri }
  }

  readArguments(): MaybePromise<readonly unknown[]> {
    const { errors } = this
    const { resource, values } = this.#match
    return andThen(resource.readArguments(values, this, errors), (args) => {
      if (errors.length === 0) return args
      const uri = this.#uri
      const data = { uri, ...toFailures(errors) }
      throw new MessageRefused(invalidParams, `The uri "${uri}" is not valid.`, { data })
    })
  }

  /** Returns the error for a missing resource if a policy hides the resource from the caller. */
  denied(error: HttpError): Error {
    return error.status === 404 ? this.#responses.missing() : error
  }

  finish(value: unknown): ResultMembers {
    const { members, missing } = this.#responses
    if (value === undefined || value === null) throw missing()
    return { contents: contentsText(value, this.#uri, this.#match.resource), ...members }
  }

  settle(error: unknown): undefined {
    if (tryRead(error, isRefusal)) throw error
  }

  progress(): ProgressReporter {
    return new ProgressReporter()
  }

  end(): void {}
}

function contentsText(returned: unknown, uri: string, { mimeType, toJsonForm }: Resource): string {
  const value = toJsonForm ? toJsonForm(returned) : returned
  const content =
    value instanceof Uint8Array
      ? { uri, mimeType, blob: Buffer.from(value).toString('base64') }
      : { uri, mimeType, text: typeof value === 'string' ? value : toJson(value) }
  return JSON.stringify([content])
}

const resourceErrors: InvocationKind = {
  failure: { logged: 'A resource could not be read.', shown: 'Internal error.' },
  textOf: messageForAgents,
  refuse(text) {
    throw new MessageRefused(internalError, text)
  },
}

function isRefusal(error: unknown): boolean {
  return error instanceof MessageRefused
}
