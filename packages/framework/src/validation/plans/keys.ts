import { Message } from '../message.ts'
import type { Findings } from '../run-checks.ts'
import type { TypeInfo } from '../../reflection/type-info.ts'
import { writeSlot, type Slot } from '../slot.ts'
import { slotSchema } from '../schema/slot-schema.ts'
import type { CodeWriter } from '../code-writer.ts'
import type { JsonSchema } from '../schema/json-schema.ts'
import type { SchemaReferences } from '../value-plan.ts'

/** What the names of an object's properties have to be. */
export interface Keys {
  readonly slot: Slot
  /** The key that a name stands for; a name that is not a key stays text. */
  read(name: string): unknown
  /** The schema of the names; undefined where any text is a key. */
  schema(references: SchemaReferences): JsonSchema | undefined
}

export function keysOf(type: TypeInfo, slot: Slot): Keys | undefined {
  switch (type.kind) {
    case 'unknown':
      return undefined
    case 'int':
      return { slot, read: readCanonical, schema: () => ({ pattern: integer }) }
    case 'number':
      return { slot, read: readCanonical, schema: () => ({ pattern: number }) }
    case 'enum': {
      const byName = new Map(type.values.map((value) => [String(value), value]))
      const read = (name: string) => byName.get(name) ?? name
      return { slot, read, schema: () => ({ enum: [...byName.keys()] }) }
    }
    default: {
      if (type.kind === 'string' && slot.constraints.length === 0) return undefined
      return { slot, read: (name) => name, schema: (references) => slotSchema(slot, references) }
    }
  }
}

const integer = String.raw`^(?:0|-?[1-9]\d*)$`
// No readable pattern can count the digits of a number.
const number = String.raw`^(?!-0$)-?(?:0|[1-9]\d*)(?:\.\d*[1-9])?(?:e[+-][1-9]\d*)?$`

/** As JavaScript writes the number: two names are never the same key. */
function readCanonical(name: string): unknown {
  return String(Number(name)) === name ? Number(name) : name
}

/** Statements that check the variable `name` and leave the key there. `path` is an expression. */
export function writeKey(
  code: CodeWriter,
  { slot, read }: Keys,
  name: string,
  path: string,
): string {
  const start = code.variable()
  const end = `if (errors.length !== ${start}) ${code.bind(tellOfKey)}(errors, ${start});`
  return [
    `${name} = ${code.bind(read)}(${name});`,
    `const ${start} = errors.length;`,
    writeSlot(code, slot, name, path),
    end,
  ].join('\n')
}

function tellOfKey(errors: Findings, start: number): void {
  for (let index = start + 1; index < errors.length; index += 2) {
    errors[index] = new Message('key', `the key ${errors[index]}`)
  }
}
