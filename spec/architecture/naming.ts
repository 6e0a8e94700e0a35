import { posix } from 'node:path'
import type { ParsedSource } from './parsed-source.ts'

const emptyNames = new Set(['types', 'utils', 'helpers', 'common', 'misc'])
const emptyForms = [/^I[A-Z][a-z]/, /Impl$/, /^Default[A-Z]/, /Manager$/]

/** Finds files and declarations with names that do not name their subject. */
export function namingProblems({ path, declared }: ParsedSource): string[] {
  const file = posix.basename(path).split('.')[0] ?? ''
  const isInnerIndex = file === 'index' && posix.basename(posix.dirname(path)) !== 'src'
  return [
    ...(emptyNames.has(file) ? [`${path}: name the file after its subject.`] : []),
    ...(isInnerIndex ? [`${path}: import from the owners; a folder has no barrel.`] : []),
    ...declared
      .filter(({ what }) => emptyForms.some((form) => form.test(what)))
      .map(({ what, at }) => `${at}: ${what} is a form of name this project does without.`),
  ]
}
