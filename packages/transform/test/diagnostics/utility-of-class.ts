class Order {}
export class A {
  constructor(
    readonly partial: Partial<Order>,
    readonly omitted: Omit<Order, 'id'>,
  ) {}
}

// cannot read the type "Partial<Order>" at packages/transform/test/diagnostics/utility-of-class.ts:4:23: it would lose the rules that stand in the class Order. Declare a class or an interface with the properties that remain.
// cannot read the type "Omit<Order, 'id'>" at packages/transform/test/diagnostics/utility-of-class.ts:5:23: it would lose the rules that stand in the class Order. Declare a class or an interface with the properties that remain.
