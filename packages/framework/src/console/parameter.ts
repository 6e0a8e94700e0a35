import { checkSlot, type Check } from '../binding/check-slot.ts'
import { familyOf, suppliedToken } from '../container/supplied.ts'
import type { ParameterReflection } from '../reflection/reflect.ts'
import { isAbortSignal, isData, type TypeInfo } from '../reflection/type-info.ts'
import { typeText, typeTextWithoutNull } from '../reflection/type-text.ts'
import type { Constraint } from '../validation/constraint.ts'
import { planField } from '../validation/plan-field.ts'
import { planContext } from '../validation/plan-value.ts'
import { wireOf } from '../validation/scalar.ts'
import type { Slot } from '../validation/slot.ts'
import { OptionAttribute } from './attributes.ts'
import { InvalidCommand } from './errors.ts'

/** A parameter of a command. `signal` is aborted when the process is asked to end; `caller` is the local principal. */
export type CommandParameter =
  | { readonly kind: 'signal' }
  | { readonly kind: 'caller' }
  | GivenParameter

export interface GivenParameter {
  readonly kind: 'argument' | 'option'
  readonly name: string
  /** The name in usage texts and errors: `<file>` or `--dry-run`. */
  readonly label: string
  readonly slot: Slot
  readonly check: Check
  readonly isList: boolean
  /** True for an option without a value. */
  readonly isFlag: boolean
  /** True for the rest parameter of the method. */
  readonly isRest: boolean
  readonly type: string
  readonly summary: string | undefined
  /** The default, if it is a literal in the source. */
  readonly literal: { readonly value: unknown } | undefined
}

/** Reads the declaration of a parameter. `owner` is the `Class.method` for errors. Throws `InvalidCommand`. */
export function toParameter(parameter: ParameterReflection, owner: string): CommandParameter {
  const { name, type, at } = parameter
  if (isAbortSignal(type)) return { kind: 'signal' }
  const supplied = suppliedToken(type)
  if (supplied && familyOf(supplied)) return { kind: 'caller' }
  const item = elementOf(type)
  if (!isTyped(item)) {
    const problem =
      `the command line cannot fill "${name}" (${typeText(type)}). Declare a text, a number, ` +
      'a boolean, a Date, an enum or a list of these; take services in the constructor.'
    throw new InvalidCommand(owner, at, problem)
  }
  const isOption = parameter.attributes.some((use) => use instanceof OptionAttribute)
  const label = isOption ? `--${toKebabCase(name)}` : `<${name}>`
  const slot = planField(parameter, planContext(`${owner}, parameter "${name}"`))
  return {
    kind: isOption ? 'option' : 'argument',
    name,
    label,
    slot,
    check: checkSlot(slot, label),
    isList: item !== type,
    isFlag: isOption && type.kind === 'boolean',
    isRest: parameter.rest === true,
    type: item.kind === 'enum' ? item.values.join('|') : typeTextWithoutNull(item),
    summary: parameter.doc.summary,
    literal: literalOf(parameter),
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

/** Returns the type of one value: the element of a list or set, or the type itself. */
function elementOf(type: TypeInfo): TypeInfo {
  if (type.kind === 'array') return type.items
  return (type.kind === 'builtin' && type.name === 'Set' && type.typeArguments?.[0]) || type
}

/** True if the value comes from the command line. */
export function isGiven(parameter: CommandParameter): parameter is GivenParameter {
  return parameter.kind === 'argument' || parameter.kind === 'option'
}

/** True if a value can be typed as one word. */
function isTyped(type: TypeInfo): boolean {
  switch (type.kind) {
    case 'string':
    case 'number':
    case 'int':
    case 'bigint':
    case 'boolean':
    case 'enum':
    case 'template':
    case 'schema':
    case 'unknown':
      return true
    case 'class':
      return wireOf(type.class) !== undefined
    case 'builtin':
      return isData(type) && type.name !== 'Map' && type.name !== 'Set'
    default:
      return false
  }
}

function literalOf({ default: given }: ParameterReflection): { value: unknown } | undefined {
  return given && 'value' in given ? { value: given.value } : undefined
}

function toKebabCase(name: string): string {
  return name.replaceAll(/(?<=[a-z\d])[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
