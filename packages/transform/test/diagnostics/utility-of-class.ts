import { HttpRequest } from '@fw/core'

class Order {
  constructor(readonly id: string) {}

  get label(): string {
    return this.id
  }
}
class Sent extends URL {
  constructor(readonly id: string) {
    super(id)
  }
}
export class A {
  constructor(
    readonly partial: Partial<HttpRequest>,
    readonly required: Required<Order>,
    readonly sent: Partial<Sent>,
  ) {}
}

// cannot read the type "Partial<HttpRequest>" at packages/transform/test/diagnostics/utility-of-class.ts:17:23: the properties of the class HttpRequest are not in the source code of the application. Declare a class or an interface with the resulting properties.
// cannot read the type "label" at packages/transform/test/diagnostics/utility-of-class.ts:6:7: the class Order has the public method or property "label", which data cannot set. Use only properties that constructor parameters set.
// cannot read the type "Sent" at packages/transform/test/diagnostics/utility-of-class.ts:19:28: the class that Sent extends is not in the source code. Declare a class or an interface with the properties.
