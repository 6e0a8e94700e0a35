export class A {
  constructor(readonly id: `user-${number}`) {}
}

// cannot read the type "`user-${number}`" at packages/transform/test/diagnostics/template-literal-type.ts:2:28: a template literal type is a pattern, which only a rule can check. Write string, with @Regex() where the form matters.
