import type { JsonSchema } from '../validation/schema/json-schema.ts'

/** What a document says beside its routes. */
export interface DocumentHead {
  readonly info: Readonly<Record<string, unknown>>
  readonly servers: readonly unknown[]
  readonly security: readonly SecurityRequirement[]
  readonly tags?: readonly Tag[]
  readonly components: Readonly<Record<string, unknown>>
  readonly [extension: string]: unknown
}

/** An OpenAPI 3.1 document, as far as it is generated. */
export interface OpenApiDocument extends DocumentHead {
  readonly openapi: string
  readonly paths: Readonly<Record<string, PathItem>>
}

/** Operations by their HTTP method in lower case. */
export type PathItem = Record<string, Operation>

export type SecurityRequirement = Readonly<Record<string, readonly string[]>>

export interface Tag {
  readonly name: string
  readonly description?: string
}

export interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description?: string
  readonly deprecated?: true
  readonly security?: readonly SecurityRequirement[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: RequestBody
  readonly responses: Readonly<Record<string, ResponseObject>>
  readonly [extension: `x-${string}`]: unknown
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly required?: true
  readonly description?: string
  readonly deprecated?: true
  readonly style?: 'deepObject' | 'form'
  readonly explode?: true
  readonly schema: JsonSchema
}

export interface RequestBody {
  readonly description?: string
  readonly required?: true
  readonly content: Content
}

/** Media types by their names. */
export type Content = Readonly<Record<string, MediaType>>

export interface MediaType {
  readonly schema?: JsonSchema
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>
  readonly encoding?: Readonly<Record<string, Encoding>>
}

export type Encoding =
  | { readonly style: 'deepObject'; readonly explode: true }
  | { readonly contentType: 'application/json' }

/** A response, or the reference to a shared one. */
export type ResponseObject =
  | { readonly description: string; readonly content?: Content }
  | { readonly $ref: string; readonly description?: string; readonly content?: Content }
