class Order {
  id = 1
}
interface Line {
  id: number
}
export class A {
  constructor(
    readonly ofClass: Order['id'],
    readonly missing: Line['size'],
  ) {}
}
