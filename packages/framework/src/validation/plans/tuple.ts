import type { CodeWriter } from '../code-writer.ts'
import { slotSchema } from '../schema/slot-schema.ts'
import { writeSlot, type Slot } from '../slot.ts'
import type { ValuePlan } from '../value-plan.ts'

/** An array of fixed length with a type for each position. */
export function tuple(items: readonly Slot[]): ValuePlan {
  return {
    jsonTypes: ['array'],
    elements: items.map(({ plan }) => plan),
    message: 'must be an array.',
    test: (_code, value) => `Array.isArray(${value})`,
    isBuilt: items.some(({ plan }) => plan.isBuilt),
    accept: (code, value, key) => writePositions(code, items, value, key),
    cast: (value) =>
      Array.isArray(value)
        ? value.map((element, index) => items[index]?.plan.cast(element) ?? element)
        : value,
    schema: (references) => ({
      type: 'array',
      prefixItems: items.map((item) => slotSchema(item, references)),
      minItems: items.length,
      maxItems: items.length,
    }),
  }
}

function writePositions(
  code: CodeWriter,
  items: readonly Slot[],
  value: string,
  key: string,
): string {
  const variables = items.map(() => code.variable())
  const positions = items.map((item, index) => {
    const variable = variables[index] as string
    return `let ${variable} = ${value}[${index}];\n${writeSlot(code, item, variable, code.keyOf(key, `'${index}'`))}`
  })
  const message = JSON.stringify(`must have exactly ${items.length} elements.`)
  return [
    `if (${value}.length !== ${items.length}) { ${code.fail(key, message)} } else {`,
    ...positions,
    `${value} = [${variables.join(', ')}]; }`,
  ].join('\n')
}
