// Written by fw client. Do not edit: its next run overwrites this file

/** A Standard Schema (https://standardschema.dev). It checks a value and returns it unchanged. */
export interface StandardSchema<Value> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly types?: { readonly input: Value; readonly output: Value } | undefined
    readonly validate: (value: unknown) => Checked<Value>
  }
}

export type Checked<Value> =
  | { readonly value: Value; readonly issues?: undefined }
  | { readonly issues: readonly Issue[] }

export interface Issue {
  readonly message: string
  /** The path to the value; empty for the whole value. */
  readonly path: readonly (string | number)[]
}
