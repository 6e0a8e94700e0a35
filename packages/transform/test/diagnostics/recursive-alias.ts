type Json = string | number | null | Json[]
export class A {
  constructor(readonly json: Json) {}
}

// cannot read the type "Json" at packages/transform/test/diagnostics/recursive-alias.ts:1:38: the type contains itself without an object of a fixed name in between. Write unknown, or an interface for the part that repeats.
