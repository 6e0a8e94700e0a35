import { attemptEach, type Place } from '../../../base/reflection/attempt.ts'
import { isPlainObject } from '../../../data/validation/plain-object.ts'
import type { AgentAccess, NamedOperation } from './agent-access.ts'
import type { Handler } from '../catalogue/handler.ts'
import type { McpDispatcher, PreparedCall } from './dispatcher.ts'
import type { Params } from '../protocol/json-rpc.ts'
import type { McpRegistry, ResourceMatch } from '../catalogue/registry.ts'
import type { Resource } from '../catalogue/resource.ts'
import type { Tool } from '../catalogue/tool.ts'

export interface CallableTool extends PreparedCall {
  readonly tool: Tool
}

export interface MatchedResource extends ResourceMatch, PreparedCall {}

/** The tools and resources of one server, prepared for calls. */
export class McpOperations {
  readonly tools: ReadonlyMap<unknown, CallableTool>
  readonly resources: ReadonlyMap<Resource, PreparedCall>
  readonly #registry: McpRegistry

  /** Throws if the class of a tool or resource cannot be built, or if its access rules are invalid. */
  constructor(registry: McpRegistry, dispatcher: McpDispatcher, access: AgentAccess | undefined) {
    this.#registry = registry
    this.tools = new Map(
      attemptEach(registry.tools.values(), placeOfHandler, (tool) => [
        tool.name,
        { tool, ...dispatcher.prepare(tool, 'tool', tool.name, access) },
      ]),
    )
    this.resources = new Map(
      attemptEach(registry.resources, placeOfHandler, (resource) => [
        resource,
        dispatcher.prepare(resource, 'resource', resource.uri, access),
      ]),
    )
  }

  /** Returns the resource of a uri, even a hidden one, so that no other resource is read instead. */
  findResource(uri: string): MatchedResource | undefined {
    const match = this.#registry.findResource(uri)
    const prepared = match && this.resources.get(match.resource)
    return prepared && { ...match, ...prepared }
  }

  /**
   * Returns the tool or resource that a message refers to; undefined if the message neither calls a tool nor reads a
   * resource.
   */
  operationOf(message: unknown): NamedOperation | undefined {
    if (!isPlainObject(message) || !isPlainObject(message['params'])) return undefined
    const { method, params } = message
    const { name, uri } = params as Params
    if (method === 'tools/call') return { rule: this.tools.get(name)?.rule }
    if (method !== 'resources/read' || typeof uri !== 'string') return undefined
    return { rule: this.findResource(uri)?.rule }
  }
}

function placeOfHandler({ owner, declaration }: Handler): Place {
  return { name: owner, at: declaration?.method.at ?? '' }
}
