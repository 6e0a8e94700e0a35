import { childTypes, fold } from '../../../base/reflection/type-tree.ts'
import { attributesOfType, type AttributedType } from '../../../base/reflection/reflect.ts'
import type { NamedType, TypeInfo } from '../../../base/reflection/type-info.ts'
import { checksWithin } from '../../../data/validation/check.ts'
import { isConstraint, messagesOf, type Constraint } from '../../../data/validation/constraint.ts'
import { builtins, isData } from '../../../data/builtins/builtins.ts'
import { withEach } from '../../../data/hydration/each.ts'
import { Message } from '../../../data/validation/message.ts'
import { acceptsNull } from '../../../data/hydration/plan-slot.ts'
import { planValue } from '../../../data/hydration/plan-value.ts'
import { scalarOf } from '../../../data/hydration/scalar.ts'
import type { JsonSchema } from '../../../data/validation/json-schema.ts'
import { typeMessage } from '../../../data/validation/write-slot.ts'
import { isTransform, type Transform } from '../../../data/validation/transform.ts'
import { describedClass, type ClassType } from '../types/properties.ts'
import { NamedCode } from './named-code.ts'
import { checkedFields, type CheckedField, type CheckedSlot } from '../model/checked-slot.ts'
import { withoutReferences } from '../types/schema-type.ts'
import { membersOf, type SchemaMessages } from './schema-messages.ts'
import { isNumeric, propertyName } from '../types/type-syntax.ts'
import type { EnclosingTypes, NameOf } from '../types/type-writer.ts'
import { taggedMembers } from '../types/union-form.ts'

type Rule = Constraint | Transform

/**
 * The JSON Schema keywords that the client checks. `keywordsOf` also keeps the format `date-time`, because a pattern
 * cannot express the last day of a month.
 */
const keywords =
  /^(?:type|const|enum|pattern|m(?:in|ax)(?:Length|imum|Items)|exclusiveM(?:in|ax)imum|multipleOf)$/u

/** Writes the code that validates values in the forms of a client. */
export class SchemaWriter {
  readonly #named: NamedCode
  readonly #messages: SchemaMessages
  #serverOnly = new Set<string>()
  #isKey = false

  constructor(nameOf: NameOf, messages: SchemaMessages) {
    this.#named = new NamedCode('request', nameOf, 'schema.later')
    this.#messages = messages
  }

  /** The checks for declared types written so far, by name, dependencies first. */
  get declarations(): ReadonlyMap<string, string> {
    return this.#named.declarations
  }

  /** Returns an expression, and the names of the checks that only the server can run. */
  write(create: () => string): { code: string; serverOnly: readonly string[] } {
    this.#serverOnly = new Set()
    const code = create()
    return { code, serverOnly: [...this.#serverOnly].toSorted() }
  }

  slot(
    { location, type, attributes, mayBeAbsent }: CheckedSlot,
    enclosing: EnclosingTypes = new Map(),
  ): string {
    const all = [...attributes, ...attributesOfType(type)]
    const rules = all.filter((use): use is Rule => isConstraint(use) || isTransform(use))
    const transforms = rules.filter(isTransform)
    const each = narrow(withoutName(type, withEach(type, all, location)), rules)
    const flags =
      Number(mayBeAbsent) + 2 * Number(acceptsNull(type)) + 4 * Number(containsObject(each))
    const isOpen = transforms.every(({ method }) => method !== undefined)
    const texts = rules.filter(isConstraint).flatMap((rule) => {
      const known = isOpen && this.#rule(rule)
      if (!known) this.#serverOnly.add(`${location} (${nameOf(rule)})`)
      return known || []
    })
    const changes = transforms.map(({ method }) => JSON.stringify(method))
    const args = [
      this.#type(each, location, enclosing),
      String(flags),
      `[${texts.join(', ')}]`,
      `[${changes.join(', ')}]`,
    ]
    while (args.length > 1 && /^(?:0|\[\])$/u.test(args.at(-1) as string)) args.pop()
    return `schema.slot(${args.join(', ')})`
  }

  object(fields: readonly CheckedField[], enclosing: EnclosingTypes = new Map()): string {
    const parts = fields.map(({ name, ...slot }) => {
      const key = name === '__proto__' ? '["__proto__"]' : propertyName(name)
      return `${key}: ${this.slot(slot, enclosing)}`
    })
    return `schema.object({ ${parts.join(', ')} })`
  }

  #type(type: AttributedType, location: string, enclosing: EnclosingTypes): string {
    const element = (inner: TypeInfo) =>
      this.slot({ location, type: inner, attributes: [], mayBeAbsent: false }, enclosing)
    return fold<string>(type, {
      array: ({ items }) => `schema.list(${element(items)})`,
      tuple: ({ items, least = items.length, rest }) => {
        const parts = [`[${items.map(element).join(', ')}]`, String(least)]
        this.#messages.registerLengths(least, rest ? undefined : items.length)
        return `schema.tuple(${[...parts, ...(rest ? [element(rest)] : [])].join(', ')})`
      },
      record: ({ keys, values }) => this.#record(element(values), keys, element),
      object: (object) =>
        this.#structure(object, enclosing, (inner) =>
          this.object(checkedFields(object, location), inner),
        ),
      recursive: ({ name }) => this.#recursive(name, enclosing),
      class: (named) => this.#class(named, location),
      union: (union) =>
        this.#structure(union, enclosing, (inner) => this.#union(union, location, inner)),
      builtin: (builtin) => this.#builtin(builtin, element),
      schema: ({ text }) => {
        this.#serverOnly.add(`${location} (${text})`)
        return anything
      },
      unknown: () => anything,
      bigint: (bigint) => this.#leaf(bigint, ['BigInt']),
      other: (leaf) => this.#leaf(leaf, []),
    })
  }

  #builtin(
    type: Extract<TypeInfo, { kind: 'builtin' }>,
    element: (type: TypeInfo) => string,
  ): string {
    const [first = unknown, second = unknown] = type.typeArguments ?? []
    const { jsonType, client } = builtins[type.name]
    if (jsonType === 'array') return `schema.set(${element(first)})`
    if (jsonType === 'object') return this.#record(element(second), first, element)
    return this.#leaf(type, client?.classes ?? [type.name])
  }

  #class(type: ClassType, location: string): string {
    const scalar = scalarOf(type.class)
    if (scalar) {
      this.#serverOnly.add(`${location} (${type.name})`)
      return valueCode(this.#messageOf(typeMessage(scalar.plan)), { type: scalar.plan.jsonTypes })
    }
    if (!describedClass(type, 'request')) return anything
    for (const { name } of checksWithin([type])) this.#serverOnly.add(name)
    return this.#named.declare(type, () => this.object(checkedFields(type, type.name)))
  }

  #record(values: string, keys: TypeInfo | undefined, element: (type: TypeInfo) => string): string {
    if (!keys || (keys.kind === 'string' && attributesOfType(keys).length === 0)) {
      return `schema.record(${values})`
    }
    // Only the message about a key as a whole can be translated, not the messages about its parts.
    this.#isKey = true
    const key = element(keys)
    this.#isKey = false
    return `schema.record(${values}, ${key}${isNumeric(keys) ? ', true' : ''})`
  }

  #union(
    { members }: Extract<TypeInfo, { kind: 'union' }>,
    location: string,
    enclosing: EnclosingTypes,
  ): string {
    const { objects, others: plain } = membersOf(members)
    const others = plain.map((member) => this.#type(member, location, enclosing))
    const found = objects.length > 1 ? taggedMembers(objects) : undefined
    if (found) {
      const choices = found.members.flatMap(({ values }) => values).join(', ')
      const wrong = new Message('in', `must be one of: ${choices}.`, { choices })
      const cases = found.members.map(
        ({ type, values }) =>
          `[${JSON.stringify(values)}, ${this.#type(type, location, enclosing)}]`,
      )
      const texts = [found.property, this.#messageOf(wrong)].map((text) => JSON.stringify(text))
      others.push(`schema.tagged(${texts.join(', ')}, [${cases.join(', ')}])`)
    } else others.push(...objects.map((member) => this.#type(member, location, enclosing)))
    if (others.length === 1) return others[0] as string
    const text = this.#isKey ? undefined : this.#messages.textOfUnion(members, enclosing)
    return `schema.either([${others.join(', ')}]${text === undefined ? '' : `, ${JSON.stringify(text)}`})`
  }

  #recursive(name: string, enclosing: EnclosingTypes): string {
    const found = enclosing.get(name)
    return found ? this.#named.later(found) : anything
  }

  #structure(
    type: NamedType,
    enclosing: EnclosingTypes,
    create: (inner: EnclosingTypes) => string,
  ): string {
    return this.#isKey ? create(enclosing) : this.#named.declareNamed(type, enclosing, create)
  }

  #leaf(type: TypeInfo, classes: readonly string[]): string {
    const plan = planValue(type, '')
    const hasJson = type.kind !== 'builtin' || isData(type)
    const schema = hasJson ? plan.schema(withoutReferences) : { enum: [] }
    return valueCode(this.#messageOf(typeMessage(plan)), schema, classes)
  }

  /**
   * Returns the code of a constraint, with its message and keywords; undefined if it has no message, or if no keyword
   * can express it.
   */
  #rule(rule: Constraint): string | undefined {
    const known = keywordsOf(rule.jsonSchema?.() ?? {})
    if (rule.message === undefined || Object.keys(known).length === 0) return undefined
    return JSON.stringify([this.#messageOf(messagesOf(rule)(rule.message)), known])
  }

  #messageOf(message: Message): string {
    return this.#isKey ? message.text : this.#messages.textOf(message)
  }
}

const unknown: TypeInfo = { kind: 'unknown' }
const anything = valueCode('', {})

/**
 * Removes the name of a union whose elements have additional constraints, because the name refers to the union without
 * these constraints.
 */
function withoutName(declared: TypeInfo, type: TypeInfo): TypeInfo {
  if (type === declared || type.kind !== 'union') return type
  const { name: _, ...rest } = type
  return rest
}

/** Replaces the type `unknown` with the first type in `appliesTo` of the rules. */
function narrow(type: TypeInfo, rules: readonly Rule[]): TypeInfo {
  const kind = rules.find(({ appliesTo }) => appliesTo)?.appliesTo?.[0]
  if (type.kind !== 'unknown' || kind === undefined) return type
  return kind === 'array' ? { kind, items: type } : { kind }
}

/** True if the type contains objects that the server creates. Constraints then run only if there is no other error. */
function containsObject(type: TypeInfo): boolean {
  if (type.kind === 'class') return !scalarOf(type.class)
  return (
    type.kind === 'object' || type.kind === 'recursive' || childTypes(type).some(containsObject)
  )
}

function valueCode(message: string, schema: JsonSchema, classes: readonly string[] = []): string {
  const args = [message, keywordsOf(schema), ...classes].map((each) => JSON.stringify(each))
  return `schema.value(${args.join(', ')})`
}

function keywordsOf(schema: JsonSchema): JsonSchema {
  const isKnown = ([name, value]: [string, unknown]) =>
    keywords.test(name) || (name === 'format' && value === 'date-time')
  return Object.fromEntries(Object.entries(schema).filter(isKnown))
}

function nameOf({ constructor }: object): string {
  return constructor.name.replace(/Constraint$/u, '')
}
