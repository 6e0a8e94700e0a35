import type { Token } from './binding.ts'

/** One step of a chain of dependencies: what was asked for, and by which constructor parameter. */
export interface Link {
  /** Absent where the type is not a class. */
  readonly token?: Token | undefined
  /** The declared type, as text. */
  readonly type: string
  readonly parameter?: string
  /** `file:line:column` of the parameter. */
  readonly at?: string
}

/** Draws a chain as a tree, one link a line, each indented below the one that asked for it. */
export function drawChain(chain: readonly Link[]): string {
  return chain
    .map(({ parameter, type, at }, depth) => {
      const branch = depth === 0 ? '  ' : `  ${'   '.repeat(depth - 1)}└─ `
      const name = parameter === undefined ? type : `${parameter}: ${type}`
      return at === undefined ? branch + name : `${branch}${name} (${at})`
    })
    .join('\n')
}

export function linkTo(token: Token): Link {
  return { token, type: token.name }
}
