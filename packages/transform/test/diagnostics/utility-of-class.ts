import { HttpRequest } from 'fw'

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

// cannot read the type "Partial<HttpRequest>" at packages/transform/test/diagnostics/utility-of-class.ts:17:23: the properties of the class HttpRequest do not stand in the source of the application. Declare a class or an interface with the properties that remain.
// cannot read the type "label" at packages/transform/test/diagnostics/utility-of-class.ts:6:7: data cannot fill the public method or property "label" of the class Order. Pick the fields.
// cannot read the type "Sent" at packages/transform/test/diagnostics/utility-of-class.ts:19:28: the parent of the class Sent does not stand in the source. Declare a class or an interface with the properties.
