interface Box<T> {
  content: T
}
export class A {
  constructor(readonly box: Box) {}
}
