import type { MethodAdmission } from '../access/method-admission.ts'
import { attemptEach, type Place } from '../reflection/attempt.ts'
import { isPlainObject } from '../validation/plain-object.ts'
import type { AgentAccess } from './agent-access.ts'
import type { Handler, McpDispatcher, PreparedCall } from './dispatcher.ts'
import type { Params } from './json-rpc.ts'
import type { McpRegistry, ResourceMatch } from './registry.ts'
import type { Resource } from './resource.ts'
import type { Tool } from './tool.ts'

export interface CallableTool extends PreparedCall {
  readonly tool: Tool
}

export interface FoundResource extends ResourceMatch, PreparedCall {}

export interface NamedOperation {
  /** Undefined if the method does not exist, or if no decorator declares it. */
  readonly admission: MethodAdmission | undefined
}

/** The prepared tools and resources of one server. */
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
  findResource(uri: string): FoundResource | undefined {
    const match = this.#registry.findResource(uri)
    const prepared = match && this.resources.get(match.resource)
    return prepared && { ...match, ...prepared }
  }

  /** Returns the tool or resource that a message names; undefined if its method does neither call nor read one. */
  namedBy(message: unknown): NamedOperation | undefined {
    if (!isPlainObject(message) || !isPlainObject(message['params'])) return undefined
    const { method, params } = message
    const { name, uri } = params as Params
    if (method === 'tools/call') return { admission: this.tools.get(name)?.admission }
    if (method !== 'resources/read' || typeof uri !== 'string') return undefined
    return { admission: this.findResource(uri)?.admission }
  }
}

function placeOfHandler({ owner, declaration }: Handler): Place {
  return { name: owner, at: declaration?.method.at ?? '' }
}
