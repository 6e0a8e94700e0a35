const settings = { size: 1 }
let count = 1
export class A {
  constructor(
    readonly settings: typeof settings,
    readonly count: typeof count,
    readonly element: (typeof list)[number],
  ) {
    count++
  }
}
const list = ['a', 'b']

// cannot read the type "typeof settings" at packages/transform/test/diagnostics/typeof-variable.ts:5:24: it is not a constant of literals with "as const". Add "as const" to the constant, or write the type out.
// cannot read the type "typeof count" at packages/transform/test/diagnostics/typeof-variable.ts:6:21: it is not a constant of literals with "as const". Add "as const" to the constant, or write the type out.
// cannot read the type "typeof list" at packages/transform/test/diagnostics/typeof-variable.ts:7:24: it is not a constant of literals with "as const". Add "as const" to the constant, or write the type out.
