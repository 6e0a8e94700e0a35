class Order {
  constructor(
    readonly id: number,
    private readonly secret: string,
  ) {}

  total() {
    return this.id + this.secret.length
  }
}
interface Line {
  id: number
}
export class A {
  constructor(
    readonly ofClass: Order['total'],
    readonly missing: Line['size'],
    readonly hidden: Order['secret'],
  ) {}
}

// cannot read the type "total" at packages/transform/test/diagnostics/indexed-access.ts:7:3: the class Order has the public method or property "total", which data cannot set. Use only properties that constructor parameters set.
// cannot read the type "Line['size']" at packages/transform/test/diagnostics/indexed-access.ts:17:23: the property does not belong to an object type in the source code. Write the type of the property.
// cannot read the type "Order['secret']" at packages/transform/test/diagnostics/indexed-access.ts:18:22: the property does not belong to an object type in the source code. Write the type of the property.
