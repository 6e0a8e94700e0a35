import type { Class } from '../../base/reflection/type-info.ts'
import { checksOf } from './check.ts'
import { CodeWriter } from './code-writer.ts'
import { postponeChecks } from './validation-errors.ts'
import type { Field, Hydrate, ObjectPlan } from './value-plan.ts'
import { writeSlot } from './write-slot.ts'

/** Compiles the function that validates and creates the objects of a plan. */
export function compileObject(plan: ObjectPlan): Hydrate {
  const code = new CodeWriter()
  const variables = plan.fields.map((_, index) => `f${index}`)
  const checks = plan.fields.map((field, index) => {
    const name = JSON.stringify(field.name)
    // Without this, a name such as "constructor" would be found on Object.prototype.
    const own =
      field.name in Object.prototype
        ? `Object.hasOwn(data, ${name}) ? data[${name}] : undefined`
        : `data[${name}]`
    return `let f${index} = ${own};\n${writeSlot(code, field, `f${index}`, name)}`
  })
  const build = plan.class
    ? buildInstance(code, plan.class, variables.join(', '))
    : `if (depth !== 0) return data;\n${buildStructure(code, plan.fields)}`
  const body = [...checks, 'if (errors.length !== 0) return undefined;', build]
  return code.compile('data, errors, depth', body.join('\n'))
}

/**
 * Writes code that creates an instance. If the class has checks, the instance is created even if the input object is
 * returned unchanged.
 */
function buildInstance(code: CodeWriter, target: Class, values: string): string {
  const build = `new ${code.bind(target)}(${values})`
  const checks = checksOf(target)
  if (checks.length === 0) return `if (depth !== 0) return data;\nreturn ${build};`
  return [
    `const built = ${build};`,
    `${code.bind(postponeChecks(checks))}(errors, built);`,
    'return depth === 0 ? built : data;',
  ].join('\n')
}

function buildStructure(code: CodeWriter, fields: readonly Field[]): string {
  const always = fields
    .map((field, index) => ({ field, index }))
    .filter(({ field }) => !field.optional)
  const members = always.map(({ field, index }) => `[${JSON.stringify(field.name)}]: f${index}`)
  const rest = fields.map((field, index) =>
    field.optional
      ? `${writeDefault(code, field, index)}if (f${index} !== undefined) built[${JSON.stringify(field.name)}] = f${index};`
      : '',
  )
  return [`const built = { ${members.join(', ')} };`, ...rest, 'return built;'].join('\n')
}

/** Writes the default of a field. A structural type has no constructor that could set it. */
function writeDefault(code: CodeWriter, { default: defaultValue }: Field, index: number): string {
  if (defaultValue?.value === undefined) return ''
  return `if (f${index} === undefined) f${index} = structuredClone(${code.bind(defaultValue.value)}); `
}
