export class A {
  constructor(readonly value: string {}
}

// SourceSyntaxError: packages/transform/test/diagnostics/syntax-error.ts:2:38: Expected `,` or `)` but found `{`
// 1 | export class A {
// 2 |   constructor(readonly value: string {}
//                                          ^
