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

// cannot read the type "Order['id']" at packages/transform/test/diagnostics/indexed-access.ts:9:23: the property is not one of an object type in the source. Write the type of the property.
// cannot read the type "Line['size']" at packages/transform/test/diagnostics/indexed-access.ts:10:23: the property is not one of an object type in the source. Write the type of the property.
