type Flags = { [K in 'a' | 'b']: boolean }
export class A {
  constructor(readonly flags: Flags) {}
}
