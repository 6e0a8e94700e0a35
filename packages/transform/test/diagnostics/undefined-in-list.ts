export class A {
  constructor(
    readonly one: (string | undefined)[],
    readonly other: Array<string | undefined>,
  ) {}
}

// cannot read the type "(string | undefined)[]" at packages/transform/test/diagnostics/undefined-in-list.ts:3:19: a JSON array cannot contain undefined. Write null instead of undefined.
// cannot read the type "Array<string | undefined>" at packages/transform/test/diagnostics/undefined-in-list.ts:4:21: a JSON array cannot contain undefined. Write null instead of undefined.
