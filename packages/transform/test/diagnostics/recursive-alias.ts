type Json = string | number | null | Json[]
export class A {
  constructor(readonly json: Json) {}
}
