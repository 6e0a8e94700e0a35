import type { Route } from '../http/routing/route.ts'
import type { TypeInfo } from '../reflection/type-info.ts'
import { describedSlots } from '../openapi/described-slots.ts'
import { describedClass, propertiesOf } from './properties.ts'
import { escapeTemplate } from './type-syntax.ts'

/** With more keys, the compiler slows down more than the precise type helps. */
const most = 100

const anyText = '${string}'

/** Returns the type of the keys under which a route reports validation errors. */
export function errorKeys(route: Route): string {
  const keys = new Set<string>()
  for (const { kind, name, source, type, plan } of describedSlots(route)) {
    const isWhole =
      kind === 'body' || (kind === 'query' && plan.jsonTypes.every((each) => each === 'object'))
    if (!isWhole) collect(type, escapeTemplate(source), keys, new Set())
    else {
      keys.add(escapeTemplate(name))
      collectInside(type, '', keys, new Set())
    }
    if (keys.size > most) return 'string'
  }
  if (keys.has(anyText)) return 'string'
  const texts = [...keys].toSorted()
  return (
    texts
      .map((key) => (key.includes('${') ? `\`${key}\`` : JSON.stringify(unescape(key))))
      .join(' | ') || 'never'
  )
}

function unescape(key: string): string {
  return key.replaceAll(/\\(.)/gu, '$1')
}

/** Adds a key and those below it. `open` has the types that must not be entered again. */
function collect(type: TypeInfo, key: string, keys: Set<string>, open: ReadonlySet<unknown>): void {
  keys.add(key)
  if (keys.size <= most) collectInside(type, `${key}.`, keys, open)
}

function collectInside(
  type: TypeInfo,
  before: string,
  keys: Set<string>,
  open: ReadonlySet<unknown>,
): void {
  switch (type.kind) {
    case 'array':
      return collect(type.items, `${before}\${number}`, keys, open)
    case 'tuple':
      type.items.forEach((item, index) => collect(item, `${before}${index}`, keys, open))
      if (type.rest) collect(type.rest, `${before}\${number}`, keys, open)
      return
    case 'union':
      for (const member of type.members) collectInside(member, before, keys, open)
      return
    case 'record':
    case 'recursive':
    case 'schema':
    case 'unknown':
      keys.add(before + anyText)
      return
    case 'builtin':
      if (type.name === 'Map') keys.add(before + anyText)
      else if (type.name === 'Set') keys.add(`${before}\${number}`)
      return
    case 'class':
    case 'object': {
      const identity = type.kind === 'class' ? describedClass(type, 'request') : type
      if (open.has(identity)) keys.add(before + anyText)
      else {
        const inner = new Set(open).add(identity)
        for (const { name, type: each } of propertiesOf(type, 'request')) {
          collect(each, before + escapeTemplate(name), keys, inner)
        }
      }
    }
  }
}
