export class A {
  constructor(
    readonly element: HTMLElement,
    readonly misspelt: Oder,
    readonly qualified: NodeJS.Timeout,
    readonly count: int,
    readonly request: HttpRequest,
    readonly scalar: strng,
    readonly swapped: Ordre,
    readonly short: id,
    readonly scalarOfFramework: itn,
  ) {}
}

class Order {}

// cannot read the type "HTMLElement" at packages/transform/test/diagnostics/undeclared-name.ts:3:23: "HTMLElement" is neither declared nor imported in the module, and is not a supported global type. Import it, or use another type.
// cannot read the type "Oder" at packages/transform/test/diagnostics/undeclared-name.ts:4:24: "Oder" is neither declared nor imported in the module, and is not a supported global type. Did you mean "Order"? Otherwise import it, or use another type.
// cannot read the type "NodeJS.Timeout" at packages/transform/test/diagnostics/undeclared-name.ts:5:25: "NodeJS.Timeout" is neither declared nor imported in the module, and is not a supported global type. Import it, or use another type.
// cannot read the type "int" at packages/transform/test/diagnostics/undeclared-name.ts:6:21: "int" is not imported. Add: import { type int } from '@fw/core'.
// cannot read the type "HttpRequest" at packages/transform/test/diagnostics/undeclared-name.ts:7:23: "HttpRequest" is not imported. Add: import { HttpRequest } from '@fw/core'.
// cannot read the type "strng" at packages/transform/test/diagnostics/undeclared-name.ts:8:22: "strng" is neither declared nor imported in the module, and is not a supported global type. Did you mean "string"? Otherwise import it, or use another type.
// cannot read the type "Ordre" at packages/transform/test/diagnostics/undeclared-name.ts:9:23: "Ordre" is neither declared nor imported in the module, and is not a supported global type. Did you mean "Order"? Otherwise import it, or use another type.
// cannot read the type "id" at packages/transform/test/diagnostics/undeclared-name.ts:10:21: "id" is neither declared nor imported in the module, and is not a supported global type. Import it, or use another type.
// cannot read the type "itn" at packages/transform/test/diagnostics/undeclared-name.ts:11:33: "itn" is neither declared nor imported in the module, and is not a supported global type. Did you mean "int"? Add: import { type int } from '@fw/core'.
