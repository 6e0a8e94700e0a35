export class A {
  show() {
    return 1 +
  }
}
