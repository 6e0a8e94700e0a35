import { parseSync, Visitor } from 'oxc-parser'
import type { CallExpression } from 'oxc-parser'
import type { SourceFile } from '../repository.ts'
import type { Mention } from './parsed-source.ts'

/** Returns the titles of the tests in a source, with `…` for expressions. */
export function titlesOf({ path, text }: SourceFile): Mention[] {
  const titles: Mention[] = []
  new Visitor({
    CallExpression({ callee, arguments: given }) {
      if (!/^(?:test|it|describe)\b/.test(text.slice(callee.start, callee.end))) return
      const title = given.slice(0, 2).findLast(isText)
      if (!title) return
      const what = text.slice(title.start + 1, title.end - 1).replaceAll(/\$\{[^}]*\}/g, '…')
      titles.push({ what, at: `${path}:${text.slice(0, title.start).split('\n').length}` })
    },
  }).visit(parseSync(path, text).program)
  return titles
}

function isText(argument: CallExpression['arguments'][number]): boolean {
  return (
    argument.type === 'TemplateLiteral' ||
    (argument.type === 'Literal' && typeof argument.value === 'string')
  )
}
