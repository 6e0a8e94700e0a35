const key = 'a'
export class A {
  constructor(readonly data: { [key]: string }) {}
}

// cannot read the type "[key]: string" at packages/transform/test/diagnostics/computed-member.ts:3:32: the member has no fixed name. Give it a plain name, or remove it.
