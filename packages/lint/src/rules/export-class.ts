import { createRule } from '../rule.ts'

/** Whoever mentions a class in its own module registers it by hand. */
export const exportClass = createRule(
  'A class whose methods have attributes is exported.',
  ({ classes, file, program, textOf }, report) => {
    for (const { node, name, isExported, methods } of classes) {
      if (isExported || methods.every(({ attributes }) => attributes.length === 0)) continue
      if (textOf(program).split(new RegExp(`\\b${name}\\b`, 'u')).length > 2) continue
      report(
        node.id ?? node,
        `${name} in ${file} is not used: it has attributes, but its module does not export it.`,
      )
    }
  },
)
