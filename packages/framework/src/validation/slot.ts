import { Message, messagesOf, notNull, required } from './message.ts'
import type { CodeWriter } from './code-writer.ts'
import type { Constraint } from './constraint.ts'
import type { Transform } from './transform.ts'
import { valueTypesOf, type ValuePlan } from './value-plan.ts'

/** What a value has to be where one is expected: a field, a parameter, or an element of a list. */
export interface Slot {
  readonly plan: ValuePlan
  readonly nullable: boolean
  /** May be absent; the owner's default or `undefined` stands in. */
  readonly optional: boolean
  readonly constraints: readonly Constraint[]
  /** Run in their order, before the constraints. */
  readonly transforms?: readonly Transform[]
  /** Whether no answer shows it. */
  readonly isHidden?: true
}

/** Statements that check the variable `value` and leave its hydrated form there. `key` is an expression. */
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

/** Constraints see no value whose inside has failed. */
function writeAccepted(code: CodeWriter, slot: Slot, value: string, key: string): string {
  const { plan } = slot
  const accepted = plan.accept?.(code, value, key) ?? ''
  const checks = slot.constraints
    .map((constraint) => writeConstraint(code, constraint, plan, value, key))
    .join(' ')
  const constraints = slot.transforms ? writeTransformed(code, slot, value, key, checks) : checks
  if (accepted === '' || constraints === '') return accepted + constraints
  if (plan.isBuilt) return `${accepted} if (errors.length === 0) { ${constraints} }`
  const start = code.variable()
  return `const ${start} = errors.length; ${accepted} if (errors.length === ${start}) { ${constraints} }`
}

/** Runs the transforms, then the constraints. A transform may leave nothing, which neither sees. */
function writeTransformed(
  code: CodeWriter,
  { transforms = [], plan, optional, nullable }: Slot,
  value: string,
  key: string,
  checks: string,
): string {
  const isThere = `${value} !== null && ${value} !== undefined`
  return [
    ...transforms.map(
      (transform) => `if (${isThere}) { ${writeTransform(code, transform, plan, value)} }`,
    ),
    `if (${isThere}) { ${checks} }`,
    nullable ? '' : `else if (${value} === null) { ${code.fail(key, notNull)} }`,
    optional ? '' : `else if (${value} === undefined) { ${code.fail(key, required)} }`,
  ].join('\n')
}

/** A message about the type of a value. */
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
  const made = `${code.bind(messageOf)}(${text})`
  const { message } = constraint
  // A call for each failure costs more than knowing the one text that most constraints have.
  const told =
    message === undefined
      ? made
      : `${text} === ${code.bind(message)} ? ${code.bind(messageOf(message))} : ${made}`
  const check =
    `const ${text} = ${code.bind(constraint)}.validate(${value}); ` +
    `if (${text} !== null) ${code.fail(key, told)}`
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

/** Of the values of a union, a constraint or transform sees only those that it is about. */
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
