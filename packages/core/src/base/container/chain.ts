import type { Token } from './binding.ts'

/** One step in a chain of dependencies: the requested type and the constructor parameter that requests it. */
export interface Link {
  /** The injection token; undefined if the type is not a class. */
  readonly token?: Token | undefined
  /** The declared type as a string. */
  readonly type: string
  readonly parameter?: string
  /** `file:line:column` of the parameter, or of the method whose arguments are needed. */
  readonly at?: string
}

/** Draws a dependency chain as a tree with one step per line, each indented below its parent. */
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
