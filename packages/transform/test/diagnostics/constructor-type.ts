export class A {
  constructor(readonly create: abstract new () => object) {}
}

// cannot read the type "abstract new () => object" at packages/transform/test/diagnostics/constructor-type.ts:2:32: a constructor has no JSON representation. Declare an abstract class for it.
