import { Note } from '../fixtures/decorators.ts'
export const A = class {
  constructor(@Note('x') readonly value: string) {}
}

// SourceSyntaxError: packages/transform/test/diagnostics/decorated-class-expression.ts:2:18: A class expression cannot have decorators. Declare the class with a name.
// 1 | import { Note } from '../fixtures/decorators.ts'
// 2 | export const A = class {
//                      ^
