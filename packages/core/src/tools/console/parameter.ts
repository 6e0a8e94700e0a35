import { checkSlot, type Check } from '../../http/binding/check-slot.ts'
import { familyRoot, suppliedToken } from '../../base/container/supplied.ts'
import type { ParameterReflection } from '../../base/reflection/class-reflection.ts'
import { isAbortSignal, type TypeInfo } from '../../base/reflection/type-info.ts'
import { fold } from '../../base/reflection/type-tree.ts'
import { typeText } from '../../base/reflection/type-text.ts'
import { builtins, elementOf } from '../../data/builtins/builtins.ts'
import type { Constraint } from '../../data/validation/constraint.ts'
import { planField } from '../../data/hydration/plan-value.ts'
import { wireOf } from '../../data/hydration/scalar.ts'
import type { Slot } from '../../data/validation/value-plan.ts'
import { OptionAttribute } from './decorators.ts'
import { InvalidCommand } from './errors.ts'

/**
 * A parameter of a command. `signal` is aborted when the process receives a signal to end; `caller` is the local
 * principal.
 */
export type CommandParameter =
  | { readonly kind: 'signal' }
  | { readonly kind: 'caller' }
  | InputParameter

export interface InputParameter {
  readonly kind: 'argument' | 'option'
  readonly name: string
  /** The name in help texts and errors: `<file>` or `--dry-run`. */
  readonly label: string
  readonly slot: Slot
  readonly check: Check
  readonly isList: boolean
  /** True for an option that takes no value. */
  readonly isFlag: boolean
  /** True for the rest parameter of the method. */
  readonly isRest: boolean
  readonly reflection: ParameterReflection
}

/** Reads the declaration of a parameter. `owner` is `Class.method`, for errors. Throws `InvalidCommand`. */
export function toParameter(parameter: ParameterReflection, owner: string): CommandParameter {
  const { name, type, at } = parameter
  if (isAbortSignal(type)) return { kind: 'signal' }
  const supplied = suppliedToken(type)
  if (supplied && familyRoot(supplied)) return { kind: 'caller' }
  const item = elementOf(type) ?? type
  if (!isArgumentType(item)) {
    const problem =
      `the command line cannot fill "${name}" (${typeText(type)}). Declare a string, a number, ` +
      'a boolean, a Date, an enum or a list of these. Inject services in the constructor.'
    throw new InvalidCommand(owner, at, problem)
  }
  const isOption = parameter.attributes.some((use) => use instanceof OptionAttribute)
  const label = isOption ? `--${toKebabCase(name)}` : `<${name}>`
  const slot = planField(parameter, `${owner}, parameter "${name}"`)
  return {
    kind: isOption ? 'option' : 'argument',
    name,
    label,
    slot,
    check: checkSlot(slot, label),
    isList: item !== type,
    isFlag: isOption && type.kind === 'boolean',
    isRest: parameter.rest === true,
    reflection: parameter,
  }
}

/** Creates an option of a built-in command. */
export function builtInOption(
  name: string,
  type: TypeInfo,
  summary: string,
  ...constraints: readonly Constraint[]
): CommandParameter {
  const attributes = [new OptionAttribute(), ...constraints]
  return toParameter({ name, type, optional: true, at: '', attributes, doc: { summary } }, 'fw')
}

/** Creates a positional argument of a built-in command. */
export function builtInArgument(
  name: string,
  type: TypeInfo,
  summary: string,
  isOptional = false,
): CommandParameter {
  const optional = isOptional && ({ optional: true } as const)
  return toParameter({ name, type, ...optional, at: '', attributes: [], doc: { summary } }, 'fw')
}

/** True if the value comes from the command line. */
export function isInputParameter(parameter: CommandParameter): parameter is InputParameter {
  return parameter.kind === 'argument' || parameter.kind === 'option'
}

/** True if a value of the type can be written as one command-line argument. */
function isArgumentType(type: TypeInfo): boolean {
  return fold<boolean>(type, {
    class: ({ class: target }) => wireOf(target) !== undefined,
    builtin: ({ name }) => builtins[name].jsonType === 'string',
    other: ({ kind }) => argumentKinds.has(kind),
  })
}

const argumentKinds: ReadonlySet<TypeInfo['kind']> = new Set([
  'string',
  'number',
  'int',
  'bigint',
  'boolean',
  'enum',
  'template',
  'schema',
  'unknown',
])

function toKebabCase(name: string): string {
  return name.replaceAll(/(?<=[a-z\d])[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
