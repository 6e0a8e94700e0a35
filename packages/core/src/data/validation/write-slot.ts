import { Message, notNull, required } from './message.ts'
import { messagesOf, type Constraint } from './constraint.ts'
import type { CodeWriter } from './code-writer.ts'
import type { Transform } from './transform.ts'
import { valueTypesOf, type Slot, type ValuePlan } from './value-plan.ts'

/** Returns code that checks the variable `value` and assigns the hydrated value to it. `key` is an expression. */
export function writeSlot(code: CodeWriter, slot: Slot, value: string, key: string): string {
  return [
    `if (${slot.plan.test(code, value)}) { ${writeAccepted(code, slot, value, key)} }`,
    slot.optional
      ? `else if (${value} === undefined) {}`
      : `else if (${value} === undefined) { ${code.fail(key, required)} }`,
    slot.nullable
      ? `else if (${value} === null) {}`
      : `else if (${value} === null) { ${code.fail(key, notNull)} }`,
    `else { ${code.fail(key, typeMessage(slot.plan))} }`,
  ].join('\n')
}

/** Returns code for a value of the right type. Constraints run only if the parts of the value are valid. */
function writeAccepted(code: CodeWriter, slot: Slot, value: string, key: string): string {
  const { plan } = slot
  const accepted = plan.accept?.(code, value, key) ?? ''
  const checks = slot.constraints
    .map((constraint) => writeConstraint(code, constraint, plan, value, key))
    .join(' ')
  const constraints = slot.transforms ? writeTransformed(code, slot, value, key, checks) : checks
  if (accepted === '' || constraints === '') return accepted + constraints
  if (plan.constructs) return `${accepted} if (errors.length === 0) { ${constraints} }`
  const start = code.variable()
  return `const ${start} = errors.length; ${accepted} if (errors.length === ${start}) { ${constraints} }`
}

/**
 * Returns code that runs the transforms, then the constraints. If a transform returns null or undefined, the rest is
 * skipped.
 */
function writeTransformed(
  code: CodeWriter,
  { transforms = [], plan, optional, nullable }: Slot,
  value: string,
  key: string,
  checks: string,
): string {
  const isPresent = `${value} != null`
  return [
    ...transforms.map(
      (transform) => `if (${isPresent}) { ${writeTransform(code, transform, plan, value)} }`,
    ),
    `if (${isPresent}) { ${checks} }`,
    nullable ? '' : `else if (${value} === null) { ${code.fail(key, notNull)} }`,
    optional ? '' : `else if (${value} === undefined) { ${code.fail(key, required)} }`,
  ].join('\n')
}

/** Returns the message for a value of the wrong type. */
export function typeMessage({ code, message, jsonTypes, parameters }: ValuePlan): Message {
  return new Message(code ?? `type.${jsonTypes[0] ?? 'unknown'}`, message, parameters)
}

function writeConstraint(
  code: CodeWriter,
  constraint: Constraint,
  plan: ValuePlan,
  value: string,
  key: string,
): string {
  const text = code.variable()
  const messageOf = messagesOf(constraint)
  const translated = `${code.bind(messageOf)}(${text})`
  const { message } = constraint
  // Most constraints have a fixed message. Comparing with it is cheaper than a call for each error.
  const expression =
    message === undefined
      ? translated
      : `${text} === ${code.bind(message)} ? ${code.bind(messageOf(message))} : ${translated}`
  const check =
    `const ${text} = ${code.bind(constraint)}.validate(${value}); ` +
    `if (${text} !== null) ${code.fail(key, expression)}`
  return writeGuarded(constraint, plan, value, check)
}

function writeTransform(
  code: CodeWriter,
  transform: Transform,
  plan: ValuePlan,
  value: string,
): string {
  const change = `${value} = ${code.bind(transform)}.transform(${value});`
  return writeGuarded(transform, plan, value, change)
}

/** In a union, restricts a constraint or transform to values of the types that it applies to. */
function writeGuarded(
  { appliesTo }: Pick<Constraint, 'appliesTo'>,
  plan: ValuePlan,
  value: string,
  statement: string,
): string {
  if (!appliesTo || valueTypesOf(plan).every((type) => isAmong(type, appliesTo))) return statement
  const guard = appliesTo.map((type) => writeTypeTest(type, value)).join(' || ')
  return `if (${guard}) { ${statement} }`
}

function writeTypeTest(type: string, value: string): string {
  return type === 'array'
    ? `Array.isArray(${value}) || ${value} instanceof Set`
    : `typeof ${value} === '${type}'`
}

function isAmong(type: string, types: readonly string[]): boolean {
  return types.includes(type)
}
