export class A {
  show() {
    return 1 +
  }
}

// SourceSyntaxError: packages/transform/test/diagnostics/syntax-error-in-body.ts:4:3: Unexpected token
// 3 |     return 1 +
// 4 |   }
//       ^
