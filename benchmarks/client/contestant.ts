/** One call of the program that is compiled. */
export interface Call {
  /** The resource, and how clients call it. */
  readonly resource: string
  readonly group: string
  readonly kind: 'show' | 'create'
  readonly variable: string
}

/** A typed client of ten operations on each resource, and a program that calls some of them. */
export interface Contestant {
  readonly name: string
  sources(resources: readonly string[]): Readonly<Record<string, string>>
  prepare?(folder: string): void
  program(calls: readonly Call[]): string
}

/**
 * The operations of a resource other than `create`, `update`, `remove`: those that read, and those
 * that take a body.
 */
export const reads = ['show', 'latest', 'archive', 'restore']
export const writes = ['createAt', 'replace', 'merge']

/** The declarations of every contestant in addition to its operations. */
export const itemTypes = (resource: string): string => `
export interface ${resource} { id: number; name: string; at: string; tags: string[] }
export interface ${resource}Input { name: string; tags: string[] }
const item = (): ${resource} => ({ id: 1, name: 'name', at: '', tags: [] })
`
