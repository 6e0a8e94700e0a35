import { surroundable } from '../http/chain/middleware.ts'
import { attribute } from '../reflection/attribute.ts'
import { reflect } from '../reflection/reflect.ts'
import type { Class } from '../reflection/type-info.ts'

/** What MCP lets a tool say about itself besides name and description. */
export interface ToolOptions {
  /** A name for people. */
  readonly title?: string
  readonly annotations?: ToolAnnotations
}

/** Hints about what a tool does; clients must not trust them blindly. */
export interface ToolAnnotations {
  readonly title?: string
  readonly readOnlyHint?: boolean
  readonly destructiveHint?: boolean
  readonly idempotentHint?: boolean
  readonly openWorldHint?: boolean
}

/** What MCP lets a resource say about itself besides uri, name and description. */
export interface ResourceOptions {
  /** A name for people. */
  readonly title?: string
  /** When left out: `text/plain` for text, `application/octet-stream` for bytes, else `application/json`. */
  readonly mimeType?: string
  readonly annotations?: ResourceAnnotations
  /** How long a client may keep what it read, in milliseconds; 0 when left out. */
  readonly ttlMs?: number
  /** Whether others may be given what was read for one caller; `private` when left out. */
  readonly cacheScope?: CacheScope
}

/** Whom a resource is for, and how much it matters. */
export interface ResourceAnnotations {
  readonly audience?: readonly ('user' | 'assistant')[]
  /** From 0, entirely optional, to 1, effectively required. */
  readonly priority?: number
  /** An RFC 3339 date-time. */
  readonly lastModified?: string
}

/** Who may be given what was read: everybody, or its caller alone. */
export type CacheScope = 'public' | 'private'

export class McpToolAttribute {
  readonly [surroundable] = true
  readonly tool: string
  readonly description: string
  readonly options: ToolOptions

  constructor(name: string, description: string, options: ToolOptions = {}) {
    if (!/^[\w./-]{1,128}$/.test(name)) {
      throw new Error(
        `the tool name "${name}" is none that clients accept. Use 1 to 128 letters, digits, "_", "-", "." and "/".`,
      )
    }
    this.tool = name
    this.description = description
    this.options = options
  }
}

export class McpResourceAttribute {
  readonly [surroundable] = true
  readonly uri: string
  readonly resource: string
  readonly description: string
  readonly options: ResourceOptions

  constructor(uri: string, name: string, description: string, options: ResourceOptions = {}) {
    this.uri = uri
    this.resource = name
    this.description = description
    this.options = options
  }
}

export class McpHeaderAttribute {
  readonly header: string

  constructor(name: string) {
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) {
      throw new Error(`"${name}" cannot be part of a header's name. Use letters, digits and "-".`)
    }
    this.header = name
  }
}

/** Marks a method that agents may call as a tool. Its parameters are the tool's arguments. */
export const McpTool = attribute(McpToolAttribute)

/** Marks a method that agents may read as a resource. Each `{placeholder}` of the uri is a parameter. */
export const McpResource = attribute(McpResourceAttribute)

/**
 * Marks an argument of a tool that clients of 2026-07-28 repeat in the header `Mcp-Param-<name>`, so that
 * gateways in between can route by it. It is a text, an integer or a boolean.
 */
export const McpHeader = attribute(McpHeaderAttribute)

/** The key of a static method that gives the resources of a class that no attribute declares. */
export const providedResources: unique symbol = Symbol('fw.mcp.provided-resources')

/** Whether a class declares tools or resources: only then the server of them is loaded. */
export function hasTools(type: Class): boolean {
  if (providedResources in type) return true
  const uses = reflect(type).methods.flatMap(({ attributes }) => attributes)
  return uses.some((use) => isTool(use) || isResource(use))
}

export function isTool(use: object): use is McpToolAttribute {
  return use instanceof McpToolAttribute
}

export function isResource(use: object): use is McpResourceAttribute {
  return use instanceof McpResourceAttribute
}
