/** A component by the name it would like to have, and where its class or type is declared. */
export interface Nameable {
  readonly name: string
  /** `file:line:column` or a file; empty for a structure that no module exports. */
  readonly at: string
}

/** The short names; `<module path>.<name>` for all that share one. */
export function nameComponents(components: readonly Nameable[]): string[] {
  const short = components.map(({ name }) => toName(name))
  const clashing = duplicates(short)
  const qualified = components.map(({ at }, index) => {
    const name = short[index] as string
    return clashing.has(name) ? toName([moduleOf(at), name].filter(Boolean).join('.')) : name
  })
  const same = duplicates(qualified)
  const seen = new Map<string, number>()
  return qualified.map((name) => {
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    return same.has(name) ? `${name}_${count}` : name
  })
}

/** The names that stand there more than once. */
export function duplicates(names: readonly string[]): ReadonlySet<string> {
  const once = new Set<string>()
  return new Set(names.filter((name) => once.size === once.add(name).size))
}

/** `src/billing/item.ts:3:1` is the module `src.billing.item`. */
function moduleOf(at: string): string {
  return at
    .replace(/:\d+:\d+$/u, '')
    .replace(/\.\w+$/u, '')
    .replaceAll('/', '.')
}

/** In the characters that the name of a component may have: `Page<string[] | null>` is `PageOfStringListOrNull`. */
function toName(text: string): string {
  if (/^[a-z]\w*$/iu.test(text)) return text
  return text
    .replaceAll(/(?<=[<|,] ?)[a-z]/gu, (letter) => letter.toUpperCase())
    .replaceAll('[]', 'List')
    .replaceAll('<', 'Of')
    .replaceAll(', ', 'And')
    .replaceAll(' | ', 'Or')
    .replaceAll('>', '')
    .replaceAll(/[^\w.-]+/gu, '_')
    .replace(/^[._]+/u, '')
}
