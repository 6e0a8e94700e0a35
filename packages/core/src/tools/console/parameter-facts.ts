import { SensitiveAttribute } from '../../base/logging/sensitive.ts'
import type { TypeInfo } from '../../base/reflection/type-info.ts'
import { typeTextWithoutNull } from '../../base/reflection/type-text.ts'
import { elementOf } from '../../data/builtins/builtins.ts'
import { isInputParameter, type CommandParameter, type InputParameter } from './parameter.ts'

/** True if a command does not run without the value. */
export function isRequired({ slot, isList, isFlag }: InputParameter): boolean {
  return !slot.optional && !slot.nullable && !isList && !isFlag
}

/** True for a secret. Help and messages never contain it. */
export function isSensitive({ reflection }: InputParameter): boolean {
  return reflection.attributes.some((use) => use instanceof SensitiveAttribute)
}

/** True if the user may be asked for the value, or if it is a secret that may be read from standard input. */
export function isPrompted(parameter: CommandParameter): boolean {
  return isInputParameter(parameter) && (isRequired(parameter) || isSensitive(parameter))
}

/** Returns the values of an enum or a union of literals. */
export function choicesOf(parameter: InputParameter): readonly string[] | undefined {
  const item = itemOf(parameter)
  return item.kind === 'enum' ? item.values.map(String) : undefined
}

/** Returns the type of a single value for help texts, such as `int` or `text|json`. */
export function typeOf(parameter: InputParameter): string {
  return choicesOf(parameter)?.join('|') ?? typeTextWithoutNull(itemOf(parameter))
}

/** Returns the default, if it can be read from the source. */
export function literalOf({ reflection }: InputParameter): { readonly value: unknown } | undefined {
  const { default: fallback } = reflection
  return fallback && 'value' in fallback ? { value: fallback.value } : undefined
}

function itemOf({ reflection: { type } }: InputParameter): TypeInfo {
  return elementOf(type) ?? type
}
