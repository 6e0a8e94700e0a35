type Wide<T> = T extends string ? string : number
export class A {
  constructor(readonly wide: Wide<'a'>) {}
}

// cannot read the type "T extends string ? string : number" at packages/transform/test/diagnostics/conditional-type.ts:1:16: resolving a conditional type needs the type checker, which fw does not run. Write the resulting type.
