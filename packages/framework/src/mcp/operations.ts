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
  /** Absent for what there is not, and for what no attribute declares. */
  readonly admission: MethodAdmission | undefined
}

/** The tools and resources of one server, and how each is called. */
export class McpOperations {
  readonly tools: ReadonlyMap<unknown, CallableTool>
  readonly resources: ReadonlyMap<Resource, PreparedCall>
  readonly #registry: McpRegistry

  /** Throws where the class of a tool or resource cannot be built, or what it asks of callers cannot be asked. */
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

  /** The resource of a uri, hidden ones included, so that none is read in the place of another one. */
  findResource(uri: string): FoundResource | undefined {
    const match = this.#registry.findResource(uri)
    const prepared = match && this.resources.get(match.resource)
    return prepared && { ...match, ...prepared }
  }

  /** What a message calls or reads; undefined where it does neither. */
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
