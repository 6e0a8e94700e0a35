declare namespace z {
  type infer<T> = T
}
let later = {}

export class A {
  constructor(
    readonly gone: z.infer<typeof gone>,
    readonly later: z.infer<typeof later>,
  ) {}
}

// cannot read the type "z.infer<typeof gone>" at packages/transform/test/diagnostics/schema-of-value.ts:8:20: "gone" is not declared in the module. Import the schema.
// cannot read the type "z.infer<typeof later>" at packages/transform/test/diagnostics/schema-of-value.ts:9:21: "later" is not a constant. Declare the schema with const.
