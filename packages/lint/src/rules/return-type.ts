import { isPublished } from '../declarations.ts'
import { createRule } from '../rule.ts'

export const returnType = createRule(
  'Methods of routes and tools must declare a return type.',
  ({ classes }, report) => {
    for (const method of classes.flatMap(({ methods }) => methods)) {
      if (method.returns || !isPublished(method)) continue
      report(
        method.node.key,
        `${method.owner} declares no return type, so its schema allows any value.`,
      )
    }
  },
)
