export class A {
  constructor(
    readonly element: HTMLElement,
    readonly misspelt: Oder,
    readonly qualified: NodeJS.Timeout,
  ) {}
}

// cannot read the type "HTMLElement" at packages/transform/test/diagnostics/undeclared-name.ts:3:23: "HTMLElement" is neither declared nor imported in the module, nor is it a global type that data can have. Import it, or write another type.
// cannot read the type "Oder" at packages/transform/test/diagnostics/undeclared-name.ts:4:24: "Oder" is neither declared nor imported in the module, nor is it a global type that data can have. Import it, or write another type.
// cannot read the type "NodeJS.Timeout" at packages/transform/test/diagnostics/undeclared-name.ts:5:25: "NodeJS.Timeout" is neither declared nor imported in the module, nor is it a global type that data can have. Import it, or write another type.
