export { transform } from './transform.ts'
export { scan, type ScannedClass } from './scan.ts'
export { SourceSyntaxError } from './source-syntax-error.ts'
