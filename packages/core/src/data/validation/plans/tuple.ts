import { Message } from '../message.ts'
import type { CodeWriter } from '../code-writer.ts'
import { slotSchema } from '../schema/slot-schema.ts'
import type { JsonSchema } from '../json-schema.ts'
import { writeSlot } from '../write-slot.ts'
import type { Slot, ValuePlan } from '../value-plan.ts'

/**
 * The elements of a tuple. The first `least` items are required. If `rest` is set, any number of further elements may
 * follow.
 */
export interface TupleItems {
  readonly items: readonly Slot[]
  readonly least: number
  readonly rest: Slot | undefined
}

/** Plans an array with a separate type for each index. */
export function tuple(tupleItems: TupleItems): ValuePlan {
  const { items, least, rest } = tupleItems
  const slots = rest ? [...items, rest] : items
  return {
    jsonTypes: ['array'],
    elements: slots.map(({ plan }) => plan),
    message: 'must be an array.',
    test: (_code, value) => `Array.isArray(${value})`,
    constructs: slots.some(({ plan }) => plan.constructs),
    accept: (code, value, key) => writeItems(code, tupleItems, value, key),
    cast: (value) =>
      Array.isArray(value)
        ? value.map((element, index) => (items[index] ?? rest)?.plan.cast(element) ?? element)
        : value,
    schema: (references) =>
      tupleSchema(
        items.map((item) => slotSchema(item, references)),
        least,
        rest && slotSchema(rest, references),
      ),
  }
}

/** Returns the schema of a tuple from the schemas of its elements. */
export function tupleSchema(
  prefixItems: readonly JsonSchema[],
  least: number,
  rest: JsonSchema | undefined,
): JsonSchema {
  return {
    type: 'array',
    prefixItems,
    ...(rest && { items: rest }),
    minItems: least,
    ...(!rest && { maxItems: prefixItems.length }),
  }
}

function writeItems(
  code: CodeWriter,
  { items, least, rest }: TupleItems,
  value: string,
  key: string,
): string {
  const elements = code.variable()
  const variables = items.map(() => code.variable())
  const checks = items.map((item, itemIndex) => {
    const variable = variables[itemIndex] as string
    const path = code.keyOf(key, `'${itemIndex}'`)
    return `let ${variable} = ${value}[${itemIndex}];\n${writeSlot(code, item, variable, path)}`
  })
  const optional = checks.slice(least).map((check, index) => {
    const itemIndex = least + index
    const push = `${elements}.push(${variables[itemIndex]});`
    return `if (${value}.length > ${itemIndex}) { ${check} ${push} }`
  })
  return [
    writeLength(code, items.length, least, rest !== undefined, value, key),
    'else {',
    ...checks.slice(0, least),
    `const ${elements} = [${variables.slice(0, least).join(', ')}];`,
    ...optional,
    ...(rest ? [writeRest(code, rest, items.length, elements, value, key)] : []),
    `${value} = ${elements}; }`,
  ].join('\n')
}

function writeRest(
  code: CodeWriter,
  rest: Slot,
  start: number,
  elements: string,
  value: string,
  key: string,
): string {
  const index = code.variable()
  const element = code.variable()
  return [
    `for (let ${index} = ${start}; ${index} < ${value}.length; ${index}++) {`,
    `let ${element} = ${value}[${index}];`,
    writeSlot(code, rest, element, code.keyOf(key, index)),
    `${elements}.push(${element}); }`,
  ].join('\n')
}

function writeLength(
  code: CodeWriter,
  most: number,
  least: number,
  isOpen: boolean,
  value: string,
  key: string,
): string {
  const fail = (name: string, n: number, text: string) =>
    code.fail(key, new Message(name, text, { n }))
  const fewer = `if (${value}.length < ${least}) { ${fail('min-items', least, `must have at least ${least} elements.`)} }`
  if (isOpen) return fewer
  if (least === most) {
    return `if (${value}.length !== ${most}) { ${fail('exact-items', most, `must have exactly ${most} elements.`)} }`
  }
  return `${fewer} else if (${value}.length > ${most}) { ${fail('max-items', most, `must have at most ${most} elements.`)} }`
}
