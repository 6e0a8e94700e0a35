import type { Scope } from '../parse/scope.ts'

/** The types without a declaration that are most often misspelt. */
const globals = ['string', 'number', 'boolean', 'Date', 'Record', 'Map', 'Set', 'Promise']

/** Returns the visible type whose name is one typing error away from the written name. */
export function meantName(written: string, scope: Scope): string | undefined {
  const visible: string[] = []
  for (let each: Scope | undefined = scope; each; each = each.parent) {
    visible.push(...each.types.keys())
  }
  return [...visible, ...globals].find((name) => isOneEditFrom(written, name))
}

/** True if one letter is wrong, missing or superfluous, or two neighbours are swapped. */
export function isOneEditFrom(written: string, name: string): boolean {
  if (Math.min(written.length, name.length) < 3) return false
  let start = 0
  while (start < written.length && written[start] === name[start]) start++
  const [one, other] = [written.slice(start), name.slice(start)]
  const isSwapped = one[0] === other[1] && one[1] === other[0] && one.slice(2) === other.slice(2)
  return (
    isSwapped || one.slice(1) === other.slice(1) || one.slice(1) === other || one === other.slice(1)
  )
}
