export { transform, type Transformed, type TransformOptions } from './transform.ts'
export { scan, type ScannedClass } from './scan.ts'
export type { Host, Resolution } from './host.ts'
export { SourceSyntaxError } from './source-syntax-error.ts'
