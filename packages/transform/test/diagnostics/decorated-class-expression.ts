import { Note } from '../fixtures/attributes.ts'
export const A = class {
  constructor(@Note('x') readonly value: string) {}
}
