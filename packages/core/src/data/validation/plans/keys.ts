import { Message } from '../message.ts'
import type { ValidationErrors } from '../validation-errors.ts'
import type { TypeInfo } from '../../../base/reflection/type-info.ts'
import { fold, type TypeCases } from '../../../base/reflection/type-tree.ts'
import { writeSlot } from '../write-slot.ts'
import type { Slot, SchemaReferences } from '../value-plan.ts'
import { slotSchema } from '../schema/slot-schema.ts'
import type { CodeWriter } from '../code-writer.ts'
import type { JsonSchema } from '../json-schema.ts'

/** The plan for the property names of an object. */
export interface KeyPlan {
  readonly slot: Slot
  /** Converts a property name to a key. A name that is not a valid key is returned unchanged. */
  read(name: string): unknown
  /** Returns the schema of the names; undefined if any string is a key. */
  schema(references: SchemaReferences): JsonSchema | undefined
}

export type PlanElement = (type: TypeInfo) => Slot

/** Plans the keys of an object; undefined if every string is a valid key. */
export function planKeys(
  type: TypeInfo | undefined,
  planElement: PlanElement,
): KeyPlan | undefined {
  return type && keysOf(type, planElement(type))
}

function keysOf(type: TypeInfo, slot: Slot): KeyPlan | undefined {
  return fold(type, keyPlans, slot)
}

const stringKeys = (_: TypeInfo, slot: Slot): KeyPlan => ({
  slot,
  read: (name) => name,
  schema: (references) => slotSchema(slot, references),
})

const keyPlans: TypeCases<KeyPlan | undefined, Slot> = {
  unknown: () => undefined,
  int: (_, slot) => ({ slot, read: readCanonical, schema: () => ({ pattern: integer }) }),
  number: (_, slot) => ({ slot, read: readCanonical, schema: () => ({ pattern: number }) }),
  enum: ({ values }, slot) => {
    const byName = new Map(values.map((value) => [String(value), value]))
    const read = (name: string) => byName.get(name) ?? name
    return { slot, read, schema: () => ({ enum: [...byName.keys()] }) }
  },
  string: (type, slot) => (slot.constraints.length > 0 ? stringKeys(type, slot) : undefined),
  other: stringKeys,
}

const integer = String.raw`^(?:0|-?[1-9]\d*)$`
// A readable pattern cannot limit the number of digits.
const number = String.raw`^(?!-0$)-?(?:0|[1-9]\d*)(?:\.\d*[1-9])?(?:e[+-][1-9]\d*)?$`

/** Converts a name to a number if the number, as a string, equals the name. Two names never become the same key. */
function readCanonical(name: string): unknown {
  return String(Number(name)) === name ? Number(name) : name
}

/** Returns code that checks the variable `name` and assigns the key to it. `path` is an expression. */
export function writeKey(
  code: CodeWriter,
  { slot, read }: KeyPlan,
  name: string,
  path: string,
): string {
  const start = code.variable()
  const end = `if (errors.length !== ${start}) ${code.bind(addKeyToMessages)}(errors, ${start});`
  return [
    `${name} = ${code.bind(read)}(${name});`,
    `const ${start} = errors.length;`,
    writeSlot(code, slot, name, path),
    end,
  ].join('\n')
}

function addKeyToMessages(errors: ValidationErrors, start: number): void {
  for (let index = start + 1; index < errors.length; index += 2) {
    errors[index] = new Message('key', `the key ${errors[index]}`)
  }
}
