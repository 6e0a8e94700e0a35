import { createRule } from '../rule.ts'

export const jobProperties = createRule(
  'Constructor parameters of jobs must be properties, because they are stored.',
  ({ classes }, report) => {
    for (const { name, parameters, properties } of classes.filter(({ isJob }) => isJob)) {
      for (const parameter of parameters) {
        if (parameter.isProperty || parameter.isOptional || properties.has(parameter.name)) continue
        report(
          parameter.node,
          `${name}: parameter "${parameter.name}" cannot be stored with the job, because it is not a property. Write: constructor(readonly ${parameter.name}: …).`,
        )
      }
    }
  },
)
