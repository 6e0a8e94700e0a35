interface Nest<T> {
  inner: Nest<T[]> | null
}
export class A {
  constructor(readonly nest: Nest<string>) {}
}
