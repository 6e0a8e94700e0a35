export class A {
  constructor(
    readonly first: [...number[], string],
    readonly other: [string, ...Set<string>],
  ) {}
}

// cannot read the type "...number[]" at packages/transform/test/diagnostics/rest-tuple-element.ts:3:22: only a list can end a tuple. Write ...T[] at its end.
// cannot read the type "...Set<string>" at packages/transform/test/diagnostics/rest-tuple-element.ts:4:30: only a list can end a tuple. Write ...T[] at its end.
