type Wide<T> = T extends string ? string : number
export class A {
  constructor(readonly wide: Wide<'a'>) {}
}

// cannot read the type "T extends string ? string : number" at packages/transform/test/diagnostics/conditional-type.ts:1:16: a conditional type needs the type checker. Write the type that results.
