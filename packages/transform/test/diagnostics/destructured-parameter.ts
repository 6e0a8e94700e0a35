export class A {
  constructor({ name }: { name: string }, [first]: string[]) {
    void [name, first]
  }
}

// cannot read the type "{ name }: { name: string }" at packages/transform/test/diagnostics/destructured-parameter.ts:2:15: a destructured parameter has no name. Give the parameter a name.
// cannot read the type "[first]: string[]" at packages/transform/test/diagnostics/destructured-parameter.ts:2:43: a destructured parameter has no name. Give the parameter a name.
