import type { TypeInfo } from '../../../base/reflection/type-info.ts'
import { childTypes, fold } from '../../../base/reflection/type-tree.ts'
import { builtins } from '../../../data/builtins/builtins.ts'
import { isConverted } from '../types/conversions.ts'
import { NamedCode } from './named-code.ts'
import {
  describedClass,
  propertiesOf,
  type ClassType,
  type ObjectType,
} from '../types/properties.ts'
import { isNumeric, literalText, propertyName } from '../types/type-syntax.ts'
import type { EnclosingTypes, NameOf } from '../types/type-writer.ts'
import { formOfUnion, type TaggedMembers } from '../types/union-form.ts'

type Builtin = Extract<TypeInfo, { kind: 'builtin' }>

/** Writes the functions that convert JSON to values. `nameOf` returns the names of the functions for declared types. */
export class DecoderWriter {
  readonly #named: NamedCode

  constructor(nameOf: NameOf) {
    this.#named = new NamedCode('response', nameOf, 'runtime.later')
  }

  /** The functions for declared types written so far, by name, dependencies first. */
  get declarations(): ReadonlyMap<string, string> {
    return this.#named.declarations
  }

  /** Returns an expression for the conversion; undefined if the JSON needs no conversion. */
  write(type: TypeInfo, enclosing: EnclosingTypes = new Map()): string | undefined {
    if (!needsReading(type, enclosing)) return undefined
    const of = (inner: TypeInfo) => this.write(inner, enclosing)
    return fold<string | undefined>(type, {
      bigint: () => 'runtime.bigint',
      array: ({ items }) => call('list', of(items)),
      tuple: ({ items, rest }) => {
        const parts = items.map((item) => of(item) ?? 'runtime.same')
        const others = rest && of(rest)
        return `runtime.tuple([${parts.join(', ')}]${others ? `, ${others}` : ''})`
      },
      recursive: ({ name }) => {
        const found = enclosing.get(name)
        return found && this.write(found, enclosing)
      },
      record: ({ values }) => call('record', of(values)),
      object: (object) =>
        this.#named.declareNamed(object, enclosing, (inner) => this.#fields(object, inner)),
      class: (target) =>
        describedClass(target, 'response')
          ? this.#named.declare(target, () => this.#fields(target, new Map()))
          : undefined,
      union: (union) =>
        this.#named.declareNamed(union, enclosing, (inner) => this.#union(union.members, inner)),
      builtin: (builtin) => this.#builtin(builtin, of),
      other: () => undefined,
    })
  }

  #fields(type: ClassType | ObjectType, enclosing: EnclosingTypes): string {
    const parts = propertiesOf(type, 'response').flatMap(({ name, type }) => {
      const code = this.write(type, enclosing)
      const key = name === '__proto__' ? '["__proto__"]' : propertyName(name)
      return code === undefined ? [] : [`${key}: ${code}`]
    })
    return `runtime.fields({ ${parts.join(', ')} })`
  }

  #union(members: readonly TypeInfo[], enclosing: EnclosingTypes): string | undefined {
    const form = formOfUnion(members)
    if (form.kind === 'ambiguous' || form.byType.size === 0) return undefined
    const parts = [...form.byType].flatMap(([jsonType, member]) => {
      const code =
        member.kind === 'tagged' ? this.#tagged(member, enclosing) : this.write(member, enclosing)
      return code === undefined ? [] : [`${jsonType}: ${code}`]
    })
    return `runtime.either({ ${parts.join(', ')} })`
  }

  #tagged({ property, members }: TaggedMembers, enclosing: EnclosingTypes): string {
    const parts = members.flatMap(({ type, values }) => {
      const code = this.write(type, enclosing)
      return code === undefined
        ? []
        : values.map((value) => `${literalText(String(value))}: ${code}`)
    })
    return `runtime.tagged(${literalText(property)}, { ${parts.join(', ')} })`
  }

  #builtin(
    { name, typeArguments: [first, second] = [] }: Builtin,
    of: (inner: TypeInfo) => string | undefined,
  ): string | undefined {
    const { jsonType, client } = builtins[name]
    const isObject = jsonType === 'object'
    return client?.decoder?.(first && (isObject ? keyCode(first) : of(first)), second && of(second))
  }
}

function call(name: string, inner: string | undefined): string | undefined {
  return inner && `runtime.${name}(${inner})`
}

/** Returns the decoder for map keys. Property names are strings, even if the keys are numbers. */
function keyCode(type: TypeInfo): string | undefined {
  return isNumeric(type) ? 'runtime.number' : undefined
}

/** True if a type needs a decoder, or refers to an enclosing type that does. */
function needsReading(type: TypeInfo, enclosing: EnclosingTypes): boolean {
  if (type.kind === 'recursive') {
    const found = enclosing.get(type.name)
    return found !== undefined && isConverted(found)
  }
  return isConverted(type) || childTypes(type).some((child) => needsReading(child, enclosing))
}
