import { acceptsMiddleware } from '../../../http/chain/middleware.ts'
import { attribute } from '../../../base/reflection/attribute.ts'
import { reflect } from '../../../base/reflection/reflect.ts'
import type { Class } from '../../../base/reflection/type-info.ts'

/** The optional MCP properties of a tool, besides name and description. */
export interface ToolOptions {
  /** The name that clients display. */
  readonly title?: string
  readonly annotations?: ToolAnnotations
}

/** Hints about the effects of a tool. Clients must not rely on them. */
export interface ToolAnnotations {
  readonly title?: string
  readonly readOnlyHint?: boolean
  readonly destructiveHint?: boolean
  readonly idempotentHint?: boolean
  readonly openWorldHint?: boolean
}

/** The optional MCP properties of a resource, besides URI, name and description. */
export interface ResourceOptions {
  /** The name that clients display. */
  readonly title?: string
  /**
   * The MIME type. Default: `text/plain` for strings and methods without a return type, `application/octet-stream` for
   * bytes, else `application/json`.
   */
  readonly mimeType?: string
  readonly annotations?: ResourceAnnotations
  /** The time for which a client may cache the content, in milliseconds. Default: 0. */
  readonly ttlMs?: number
  /** The callers that may share the cached content. Default: `private`. */
  readonly cacheScope?: CacheScope
}

/** Hints about a resource: its audience, importance and last change. */
export interface ResourceAnnotations {
  readonly audience?: readonly ('user' | 'assistant')[]
  /** The importance, from 0 (entirely optional) to 1 (effectively required). */
  readonly priority?: number
  /** The time of the last change, as an RFC 3339 date-time. */
  readonly lastModified?: string
}

/** The callers that may share cached content: all (`public`), or only the one that read it (`private`). */
export type CacheScope = 'public' | 'private'

export class McpToolAttribute {
  readonly [acceptsMiddleware] = true
  readonly tool: string
  readonly description: string
  readonly options: ToolOptions

  constructor(name: string, description: string, options: ToolOptions = {}) {
    if (!/^[\w./-]{1,128}$/.test(name)) {
      throw new Error(
        `the tool name "${name}" is not accepted by clients. Use 1 to 128 letters, digits, "_", "-", "." and "/".`,
      )
    }
    this.tool = name
    this.description = description
    this.options = options
  }
}

export class McpResourceAttribute {
  readonly [acceptsMiddleware] = true
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
export const McpTool = attribute(McpToolAttribute, '…')

/** Marks a method that agents may read as a resource. Each `{placeholder}` of the uri is a parameter. */
export const McpResource = attribute(McpResourceAttribute, '…')

/**
 * Marks a tool argument that clients of version 2026-07-28 repeat in the header `Mcp-Param-<name>`, so that gateways
 * can use it for routing. The argument must be a string, an integer or a boolean.
 */
export const McpHeader = attribute(McpHeaderAttribute, '…')

/**
 * The key of a static method that returns the resources of its class. `@McpTool` and `@McpResource`
 * of the class are then ignored.
 */
export const providedResources: unique symbol = Symbol('fw.mcp.provided-resources')

/** True if a class declares tools or resources. The MCP server is loaded only if a class does. */
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
