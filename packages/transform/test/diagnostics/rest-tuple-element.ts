export class A {
  constructor(
    readonly first: [...number[], string],
    readonly other: [string, ...Set<string>],
  ) {}
}

// cannot read the type "...number[]" at packages/transform/test/diagnostics/rest-tuple-element.ts:3:22: a rest element must be a list, and the last element of its tuple. Write ...T[] at the end of the tuple.
// cannot read the type "...Set<string>" at packages/transform/test/diagnostics/rest-tuple-element.ts:4:30: a rest element must be a list, and the last element of its tuple. Write ...T[] at the end of the tuple.
