import type { Program, Node } from './ast.ts'
import { declarationsIn, type CheckedFile, type Declarations } from './declarations.ts'

/** The context that oxlint and ESLint pass to a rule. */
export interface RuleContext extends CheckedFile {
  report(problem: { readonly node: Node; readonly message: string }): void
}

/** A rule as oxlint and ESLint accept it. */
export interface Rule {
  readonly meta: {
    readonly type: 'problem'
    readonly docs: { readonly description: string }
    readonly schema: readonly never[]
  }
  create(context: RuleContext): { Program(node: Node): void }
}

/** Checks the declarations of a module and reports problems. */
type Check = (declarations: Declarations, report: (node: Node, message: string) => void) => void

export function createRule(description: string, check: Check): Rule {
  return {
    meta: { type: 'problem', docs: { description }, schema: [] },
    create: (context) => ({
      Program(node) {
        const declarations = declarationsIn(node as Program, context)
        check(declarations, (at, message) => context.report({ node: at, message }))
      },
    }),
  }
}
