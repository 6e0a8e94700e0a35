import { createRule } from '../rule.ts'

export const jobProperties = createRule(
  'Constructor parameters of jobs must be properties, because they are stored.',
  ({ classes }, report) => {
    for (const { name, parameters, properties } of classes.filter(({ isJob }) => isJob)) {
      for (const parameter of parameters) {
        if (parameter.isProperty || parameter.isOptional || properties.has(parameter.name)) continue
        report(
          parameter.node,
          `${name}: the job has no property "${parameter.name}", but the constructor parameters are stored. Write: constructor(readonly ${parameter.name}: …).`,
        )
      }
    }
  },
)
