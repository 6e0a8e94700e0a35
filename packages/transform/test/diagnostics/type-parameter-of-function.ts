export const A = create<string>()
function create<T>() {
  return class {
    constructor(readonly value: T) {}
  }
}

// cannot read the type "T" at packages/transform/test/diagnostics/type-parameter-of-function.ts:2:17: "T" is a type parameter, and each call can choose it. Write a type that is the same for all calls.
