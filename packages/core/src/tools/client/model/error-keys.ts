import type { Route } from '../../../http/routing/route.ts'
import type { TypeInfo } from '../../../base/reflection/type-info.ts'
import { fold } from '../../../base/reflection/type-tree.ts'
import { builtins } from '../../../data/builtins/builtins.ts'
import { describedSlots } from '../../../features/openapi/described-slots.ts'
import {
  describedClass,
  propertiesOf,
  type ClassType,
  type ObjectType,
} from '../types/properties.ts'
import { escapeTemplate } from '../types/type-syntax.ts'

/** The maximum number of keys. With more, the precise type slows down the compiler too much. */
const maxKeys = 100

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
    if (keys.size > maxKeys) return 'string'
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

/** Adds a key and the keys below it. `open` contains the types that are already being processed. */
function collect(type: TypeInfo, key: string, keys: Set<string>, open: ReadonlySet<unknown>): void {
  keys.add(key)
  if (keys.size <= maxKeys) collectInside(type, `${key}.`, keys, open)
}

function collectInside(
  type: TypeInfo,
  prefix: string,
  keys: Set<string>,
  open: ReadonlySet<unknown>,
): void {
  const anyKey = () => void keys.add(prefix + anyText)
  const properties = (owner: ClassType | ObjectType, identity: unknown) => {
    if (open.has(identity)) return anyKey()
    const inner = new Set(open).add(identity)
    for (const { name, type: each } of propertiesOf(owner, 'request')) {
      collect(each, prefix + escapeTemplate(name), keys, inner)
    }
    return undefined
  }
  fold<void>(type, {
    array: ({ items }) => collect(items, `${prefix}\${number}`, keys, open),
    tuple: ({ items, rest }) => {
      items.forEach((item, index) => collect(item, `${prefix}${index}`, keys, open))
      if (rest) collect(rest, `${prefix}\${number}`, keys, open)
    },
    union: ({ members }) => {
      for (const member of members) collectInside(member, prefix, keys, open)
    },
    record: anyKey,
    recursive: anyKey,
    schema: anyKey,
    unknown: anyKey,
    builtin: ({ name }) => {
      const { jsonType } = builtins[name]
      if (jsonType === 'object') anyKey()
      else if (jsonType === 'array') keys.add(`${prefix}\${number}`)
    },
    class: (owner) => properties(owner, describedClass(owner, 'request')),
    object: (owner) => properties(owner, owner),
    other: () => undefined,
  })
}
