import type { EntryPoint } from './declarations.ts'
import type { ExportKind, PublicExport } from './exports.ts'
import { toAnchor } from './keywords.ts'

const groups: readonly (readonly [ExportKind, string])[] = [
  ['decorator', 'Decorators'],
  ['class', 'Classes'],
  ['function', 'Functions'],
  ['constant', 'Constants'],
  ['type', 'Types'],
  ['error', 'Errors'],
]

/** Exports of the same kind. */
export interface ExportGroup {
  readonly title: string
  readonly entries: readonly (PublicExport & { readonly anchor: string })[]
}

/** Returns the exports of a module in the order of its page. */
export function groupExports({ name, exports }: EntryPoint): ExportGroup[] {
  const anchors = new Set([toAnchor(name)])
  return groups.flatMap(([kind, title]) => {
    const members = exports.filter((member) => member.kind === kind)
    if (members.length === 0) return []
    uniqueAnchor(title, anchors)
    const entries = members.map((member) => ({
      ...member,
      anchor: uniqueAnchor(member.name, anchors),
    }))
    return [{ title, entries }]
  })
}

/** `@fw/queue/redis` has the page `queue-redis`. */
export function pageName(entryPoint: string): string {
  return entryPoint.replace(/^@fw\//, '').replaceAll('/', '-')
}

/** As on the page, a heading gets a number if an earlier one has its anchor. */
function uniqueAnchor(heading: string, used: Set<string>): string {
  const anchor = toAnchor(heading)
  let result = anchor
  for (let count = 1; used.has(result); count += 1) result = `${anchor}-${count}`
  used.add(result)
  return result
}
