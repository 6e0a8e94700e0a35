import type { Operation, SecurityRequirement } from '../../data/schema/operation.ts'

/** The members of a document except its routes. */
export interface DocumentHead {
  readonly info: Readonly<Record<string, unknown>>
  readonly servers: readonly unknown[]
  readonly security?: readonly SecurityRequirement[]
  readonly tags?: readonly Tag[]
  readonly components: Readonly<Record<string, unknown>>
  readonly [extension: string]: unknown
}

/** An OpenAPI 3.1 document with the members that are generated. */
export interface OpenApiDocument extends DocumentHead {
  readonly openapi: string
  readonly paths: Readonly<Record<string, PathItem>>
}

/** Operations by their lower-case HTTP method. */
export type PathItem = Record<string, Operation>

export interface Tag {
  readonly name: string
  readonly description?: string
}
