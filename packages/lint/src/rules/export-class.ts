import { createRule } from '../rule.ts'

/** A class that is used in its own module is not reported, because it may be registered there. */
export const exportClass = createRule(
  'Classes whose methods have decorators must be exported.',
  ({ classes, file, program, textOf }, report) => {
    const words: readonly string[] = textOf(program).match(/[\p{ID_Continue}$]+/gu) ?? []
    for (const { node, name, isExported, methods } of classes) {
      if (isExported || methods.every(({ attributes }) => attributes.length === 0)) continue
      if (words.indexOf(name) !== words.lastIndexOf(name)) continue
      report(
        node.id ?? node,
        `${name} in ${file} is not used: it has decorators, but is not exported. Export it.`,
      )
    }
  },
)
