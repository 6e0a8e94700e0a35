import type { Operation, SecurityRequirement } from '../schema/operation.ts'

/** What a document says beside its routes. */
export interface DocumentHead {
  readonly info: Readonly<Record<string, unknown>>
  readonly servers: readonly unknown[]
  readonly security?: readonly SecurityRequirement[]
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

export interface Tag {
  readonly name: string
  readonly description?: string
}
