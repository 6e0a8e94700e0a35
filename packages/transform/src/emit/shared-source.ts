import { Interner } from '../types/interner.ts'

/** Returns a JavaScript expression for data. Parts that occur several times become constants. */
export function sharedSource(data: object): string {
  const interner = new Interner()
  const root = interner.idOf(data)
  const uses = countUses(interner)
  const sources: string[] = []
  const constants: string[] = []
  for (const [id, node] of interner.nodes.entries()) {
    const source = node.map((part) => (typeof part === 'number' ? sources[part] : part)).join('')
    const isShared = id !== root && (uses[id] ?? 0) > 1 && source.length >= minConstantLength
    if (isShared) constants.push(`t${id}=${source}`)
    sources.push(isShared ? `t${id}` : source)
  }
  const expression = sources[root] ?? 'null'
  if (constants.length === 0) return expression
  return `(()=>{const ${constants.join(',')};return ${expression}})()`
}

/** The minimum length of a constant, in characters. Shorter ones would save almost nothing. */
const minConstantLength = 80

function countUses({ nodes }: Interner): number[] {
  const uses: number[] = []
  for (const part of nodes.flat()) {
    if (typeof part === 'number') uses[part] = (uses[part] ?? 0) + 1
  }
  return uses
}
