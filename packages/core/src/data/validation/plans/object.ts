import { tooDeep } from '../message.ts'
import type { CodeWriter } from '../code-writer.ts'
import { maxEntries } from '../field-errors.ts'
import { prefixKeys, setPendingKeys } from '../validation-errors.ts'
import { maxDepth, isPlainObject } from '../plain-object.ts'
import { valueTypesOf, type Field, type ObjectPlan, type ValuePlan } from '../value-plan.ts'

/** Plans a nested object of a class or structural type. An instance of the class is accepted unchanged. */
export function object(plan: ObjectPlan): ValuePlan {
  return {
    ...basePlanOf(plan),
    constructs: true,
    accept: (code, value, key) => {
      const hydrate = `${value} = ${code.bind(plan)}.hydrate(${value}, errors, depth);`
      return unlessInstance(code, plan, value, writeNested(code, plan, key, hydrate))
    },
  }
}

/** Plans an object whose type contains itself. It is validated to its full depth and returned unchanged. */
export function recursiveObject(plan: ObjectPlan): ValuePlan {
  return {
    ...basePlanOf(plan),
    accept: (code, value, key) => {
      const check = `${code.bind(plan)}.hydrate(${value}, errors, depth + 1);`
      const limited =
        `if (depth === ${maxDepth}) { ${code.fail(key, tooDeep)} } ` +
        `else { ${writeNested(code, plan, key, check)} }`
      return unlessInstance(code, plan, value, limited)
    },
  }
}

function basePlanOf(plan: ObjectPlan): ValuePlan {
  return {
    jsonTypes: ['object'],
    message: 'must be an object.',
    test: (code, value) => {
      const isPlain = `${code.bind(isPlainObject)}(${value})`
      return plan.class ? `${isPlain} || ${value} instanceof ${code.bind(plan.class)}` : isPlain
    },
    cast: (value) => castFields(plan, value),
    schema: (references) => references.referenceTo(plan),
    object: plan,
  }
}

/** Casts the fields of a form or query string to their types. */
export function castFields(plan: ObjectPlan, value: unknown): unknown {
  if (!isPlainObject(value)) return value
  const fields: Record<string, unknown> = {}
  for (const field of plan.fields) {
    const cast = Object.hasOwn(value, field.name) ? field.plan.cast(value[field.name]) : undefined
    if (cast !== undefined) fields[field.name] = cast
    // A form cannot express null for a missing file.
    else if (isNullableFile(field)) fields[field.name] = null
  }
  return fields
}

function isNullableFile({ plan, nullable, optional }: Field): boolean {
  return nullable && !optional && valueTypesOf(plan).includes('file')
}

function unlessInstance(
  code: CodeWriter,
  plan: ObjectPlan,
  value: string,
  statements: string,
): string {
  if (!plan.class) return statements
  return `if (!(${value} instanceof ${code.bind(plan.class)})) { ${statements} }`
}

function writeNested(code: CodeWriter, plan: ObjectPlan, key: string, hydrate: string): string {
  const statement = plan.checks.length === 0 ? hydrate : writePendingKeys(code, key, hydrate)
  if (key === '') return statement
  const start = code.variable()
  return (
    `const ${start} = errors.length; ${statement} ` +
    `if (errors.length !== ${start}) { ${code.bind(prefixKeys)}(errors, ${start}, ${key}); ` +
    `if (errors.length > ${maxEntries}) return undefined; }`
  )
}

/** Returns `statement` with code that sets the error keys of the objects whose checks `statement` delays. */
export function writePendingKeys(code: CodeWriter, key: string, statement: string): string {
  const first = code.variable()
  return (
    `const ${first} = errors.pending?.length ?? 0; ${statement} ` +
    `${code.bind(setPendingKeys)}(errors, ${first}, ${key || "''"}, ${code.ownKey(key)});`
  )
}
