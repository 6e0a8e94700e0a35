export class A {
  constructor(
    readonly string: String,
    readonly number: Number,
    readonly boolean: Boolean,
    readonly bigint: BigInt,
    readonly object: Object,
    readonly symbol: Symbol,
    readonly call: Function,
  ) {}
}

// cannot read the type "String" at packages/transform/test/diagnostics/wrapper-objects.ts:3:22: "String" is the wrapper object. Write string.
// cannot read the type "Number" at packages/transform/test/diagnostics/wrapper-objects.ts:4:22: "Number" is the wrapper object. Write number.
// cannot read the type "Boolean" at packages/transform/test/diagnostics/wrapper-objects.ts:5:23: "Boolean" is the wrapper object. Write boolean.
// cannot read the type "BigInt" at packages/transform/test/diagnostics/wrapper-objects.ts:6:22: "BigInt" is the wrapper object. Write bigint.
// cannot read the type "Object" at packages/transform/test/diagnostics/wrapper-objects.ts:7:22: "Object" allows nearly every value. Write object, or the properties.
// cannot read the type "Symbol" at packages/transform/test/diagnostics/wrapper-objects.ts:8:22: a symbol has no JSON representation. Write string.
// cannot read the type "Function" at packages/transform/test/diagnostics/wrapper-objects.ts:9:20: a function has no JSON representation. Declare a class with a method for it.
