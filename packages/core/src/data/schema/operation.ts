import type { JsonSchema } from '../validation/json-schema.ts'

/** The description of a route in an OpenAPI document. */
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

export type SecurityRequirement = Readonly<Record<string, readonly string[]>>

/** A parameter of an operation. */
export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header' | 'cookie'
  readonly required?: true
  readonly description?: string
  readonly deprecated?: true
  readonly style?: 'deepObject' | 'form'
  readonly explode?: boolean
  readonly schema: JsonSchema
}

/** The request body of an operation. */
export interface RequestBody {
  readonly description?: string
  readonly required?: true
  readonly content: Content
}

/** The content of a body, by media type such as `application/json`. */
export type Content = Readonly<Record<string, MediaType>>

export interface MediaType {
  readonly schema?: JsonSchema
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>
  readonly encoding?: Readonly<Record<string, Encoding>>
}

export type Encoding =
  | { readonly style: 'deepObject'; readonly explode: true }
  | { readonly contentType: 'application/json' }

/** A response, or a reference to a shared one. */
export interface ResponseObject {
  readonly $ref?: string
  readonly description?: string
  /** Headers by name. */
  readonly headers?: Readonly<Record<string, ResponseHeader>>
  readonly content?: Content
}

/** A header of a response. */
export interface ResponseHeader {
  readonly description?: string
  readonly required?: true
  readonly schema: JsonSchema
}
