import type { Scope } from '../parse/scope.ts'
import { frameworkTypes, importOf } from '../resolve/framework-exports.ts'

/** Types without a declaration that are often misspelled. */
const globals = ['string', 'number', 'boolean', 'Date', 'Record', 'Map', 'Set', 'Promise']

/** Returns the advice for an unknown type. Suggests a type whose name differs by one typing error. */
export function remedyForUnknown(written: string, scope: Scope): string {
  const visible: string[] = []
  for (let each: Scope | undefined = scope; each; each = each.parent) {
    visible.push(...each.types.keys())
  }
  const suggestion = [...visible, ...globals].find((name) => isOneEditFrom(written, name))
  if (suggestion) return `did you mean "${suggestion}"? Otherwise import it, or use another type`
  const exported = frameworkTypes(scope.file.path).find(({ name }) => isOneEditFrom(written, name))
  if (!exported) return 'import it, or use another type'
  return `did you mean "${exported.name}"? Add: ${importOf([exported])}`
}

/** True if one letter is wrong, missing or extra, or two adjacent letters are swapped. False for very short names. */
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
