/** A component with its preferred name and its declaration. */
export interface Nameable {
  readonly name: string
  /** `file:line:column` or a file; empty for a structure that no module exports. */
  readonly at: string
}

/**
 * Returns the short names, or `<module path>.<name>` for names that occur more than once. If these are equal, too, a
 * number is appended.
 */
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

/** Returns the names that occur more than once. */
export function duplicates(names: readonly string[]): ReadonlySet<string> {
  const once = new Set<string>()
  return new Set(names.filter((name) => once.size === once.add(name).size))
}

/** Returns the module of a location: `src.billing.item` for `src/billing/item.ts:3:1`. */
function moduleOf(at: string): string {
  return at
    .replace(/:\d+:\d+$/u, '')
    .replace(/\.\w+$/u, '')
    .replaceAll('/', '.')
}

/**
 * Replaces characters that are not allowed in the name of a component: `Page<string[] | null>` becomes
 * `PageOfStringListOrNull`.
 */
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
