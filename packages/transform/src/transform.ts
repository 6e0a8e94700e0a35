import { describeClass } from './describe-class.ts'
import { findClasses } from './find-classes.ts'
import { lower } from './lower.ts'
import { parseSourceFile } from './source-file.ts'

/** Turns a TypeScript module into JavaScript whose classes carry a description of their types. */
export function transform(source: string, file: string) {
  if (!source.includes('class')) return lower(file, source, [])
  const module = parseSourceFile(source, file)
  const insertions = findClasses(module).map((found) => ({
    offset: found.body.end - 1,
    text: describeClass(found, module),
  }))
  return lower(file, source, insertions.toSorted((a, b) => a.offset - b.offset))
}
