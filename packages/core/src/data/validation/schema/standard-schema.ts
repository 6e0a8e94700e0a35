import type { JsonSchema } from '../json-schema.ts'

// The interfaces from https://standardschema.dev, which are meant to be copied into libraries.

interface Types<Input, Output> {
  readonly input: Input
  readonly output: Output
}

interface Props<Input, Output> {
  readonly version: 1
  readonly vendor: string
  readonly types?: Types<Input, Output> | undefined
}

export interface StandardIssue {
  readonly message: string
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
}

export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] }

/** A schema that follows the Standard Schema specification. */
export interface StandardSchemaV1<Input = unknown, Output = Input> {
  readonly '~standard': Props<Input, Output> & {
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>
  }
}

/** A schema that also provides its JSON Schema, as defined by the Standard JSON Schema specification. */
export interface StandardJSONSchemaV1<Input = unknown, Output = Input> {
  readonly '~standard': Props<Input, Output> & {
    readonly jsonSchema: {
      readonly input: (options: { readonly target: string }) => JsonSchema
      readonly output: (options: { readonly target: string }) => JsonSchema
    }
  }
}
