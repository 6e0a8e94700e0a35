import { discoverInto } from '../../../base/discovery/discover-classes.ts'
import { attemptEach } from '../../../base/reflection/attempt.ts'
import { markedMethods, placeOfMarked } from '../../../base/reflection/marked-methods.ts'
import type { Class } from '../../../base/reflection/type-info.ts'
import { isResource, isTool, providedResources } from './decorators.ts'
import {
  DuplicateResource,
  DuplicateTool,
  InvalidResource,
  InvalidTool,
} from '../protocol/errors.ts'
import { createResource, type Resource } from './resource.ts'
import { createTool, type Tool } from './tool.ts'

/** A resource and the values of its URI placeholders. */
export interface ResourceMatch {
  readonly resource: Resource
  readonly values: readonly string[]
}

/** The tools and resources of the application. */
export class McpRegistry {
  readonly #tools = new Map<string, Tool>()
  /** The resources by uri or uri template. */
  readonly #resources = new Map<string, Resource>()
  /** The resources without placeholders, by canonical uri. */
  readonly #exact = new Map<string, Resource>()
  readonly #classes = new Set<Class>()

  /** The tools by name, in the order of registration. */
  get tools(): ReadonlyMap<string, Tool> {
    return this.#tools
  }

  /** The resources in the order of registration, templates included. */
  get resources(): readonly Resource[] {
    return [...this.#resources.values()]
  }

  /** The classes that have tools or resources. */
  get classes(): ReadonlySet<Class> {
    return this.#classes
  }

  /**
   * Adds the methods of a class that are marked with `@McpTool` or `@McpResource`. Throws `InvalidTool`,
   * `InvalidResource`, `DuplicateTool` or `DuplicateResource`.
   */
  register(type: Class): this {
    if (isProvider(type)) {
      for (const resource of type[providedResources]()) this.#addResource(resource)
      return this
    }
    attemptEach(markedMethods(type, isTool, InvalidTool), placeOfMarked, (marked) =>
      this.#addTool(createTool(marked)),
    )
    attemptEach(markedMethods(type, isResource, InvalidResource), placeOfMarked, (marked) =>
      this.#addResource(createResource(marked)),
    )
    return this
  }

  /** Returns the resource with exactly that URI, or else the first one whose template matches. */
  findResource(uri: string): ResourceMatch | undefined {
    const exact = this.#exact.get(canonical(uri))
    if (exact) return { resource: exact, values: [] }
    for (const resource of this.#resources.values()) {
      const values = resource.template?.match(uri)
      if (values) return { resource, values }
    }
    return undefined
  }

  #addTool(tool: Tool): void {
    const first = this.#tools.get(tool.name)
    if (first) throw new DuplicateTool(tool.name, first.owner, tool.owner)
    this.#tools.set(tool.name, tool)
    this.#classes.add(tool.class)
  }

  #addResource(resource: Resource): void {
    const name = canonical(resource.uri)
    const first = this.#resources.get(resource.uri) ?? this.#exact.get(name)
    if (first) throw new DuplicateResource(resource.uri, first.owner, resource.owner)
    if (!resource.template) this.#exact.set(name, resource)
    this.#resources.set(resource.uri, resource)
    this.#classes.add(resource.class)
  }
}

/** Finds the tools and resources of an application. */
export class McpDiscovery {
  /** `root` is the folder of the application's package.json, as a path or file URL. */
  static discover(root: string | URL): Promise<McpRegistry> {
    return discoverInto(new McpRegistry(), root)
  }
}

/**
 * Decodes percent-encoding that does not change the meaning of a URI, so that a template cannot match another spelling
 * of a hidden resource.
 */
function canonical(uri: string): string {
  if (!uri.includes('%')) return uri
  try {
    return decodeURI(uri)
  } catch {
    return uri
  }
}

interface ResourceProvider {
  [providedResources](): Iterable<Resource>
}

function isProvider(type: Class): type is Class & ResourceProvider {
  return providedResources in type
}
