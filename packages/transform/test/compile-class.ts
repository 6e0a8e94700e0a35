import { join } from 'node:path'
import { transform } from '../src/transform.ts'

const file = join(import.meta.dirname, 'source.ts')

/** Compiles a module that imports no values, in this process, and returns its class `A`. */
export function compileClass(source: string): object {
  const { code } = transform(source, file)
  return new Function(`${code.replaceAll(/^export /gm, '')}\nreturn A`)() as object
}
