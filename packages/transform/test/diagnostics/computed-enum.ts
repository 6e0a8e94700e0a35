enum Size {
  Small = 'small'.length,
  Large = Small * 2,
}
export class A {
  constructor(readonly size: Size) {}
}

// cannot read the type "Small = 'small'.length" at packages/transform/test/diagnostics/computed-enum.ts:2:3: the value of the enum member is computed at run time. Write a literal.
