import { localPrincipal } from '../../features/access/principal.ts'
import { eachFailure, maxFailures } from '../../data/validation/field-errors.ts'
import type { ConsoleCommand } from './command.ts'
import { WrongUsage } from './errors.ts'
import { nearest } from './nearest.ts'
import { isSensitive } from './parameter-facts.ts'
import { isInputParameter, type InputParameter } from './parameter.ts'

/** Values that come from questions and standard input instead of the command line. They replace arguments. */
export type CollectedValues = ReadonlyMap<InputParameter, string | boolean>

/** Returns the values of a command's parameters, in order. Throws `WrongUsage` with all problems, up to 100. */
export function readArguments(
  { parameters }: Pick<ConsoleCommand, 'parameters'>,
  argv: readonly string[],
  signal: () => AbortSignal,
  collected: CollectedValues = new Map(),
): unknown[] {
  const inputs = parameters.filter(isInputParameter)
  const problems: string[] = []
  const texts = assignArguments(inputs, argv, problems)
  for (const [parameter, text] of collected) texts.set(parameter, [text])
  const values = parameters.flatMap((parameter) => {
    if (parameter.kind === 'signal') return problems.length === 0 ? [signal()] : []
    if (parameter.kind === 'caller') return [localPrincipal]
    const value = toValue(parameter, texts.get(parameter), problems)
    return parameter.isRest ? (value as unknown[]) : [value]
  })
  if (problems.length > maxFailures) {
    problems.splice(maxFailures, Infinity, `only the first ${maxFailures} problems are shown.`)
  }
  if (problems.length > 0) throw new WrongUsage(problems)
  return values
}

/** The arguments for each parameter, in order. */
export type ArgumentTexts = Map<InputParameter, (string | boolean)[]>

/** Assigns command-line arguments to parameters. Adds a problem for each that cannot be assigned. */
export function assignArguments(
  parameters: readonly InputParameter[],
  argv: readonly string[],
  problems: string[],
): ArgumentTexts {
  const texts: ArgumentTexts = new Map()
  const options = parameters.filter(({ kind }) => kind === 'option')
  const positional = parameters.filter(({ kind }) => kind === 'argument')
  const assign = (parameter: InputParameter, text: string | boolean) => {
    const existing = texts.get(parameter)
    if (existing) existing.push(text)
    else texts.set(parameter, [text])
  }
  // Reversed, so that the next argument is the last: removing the first item of a long list is slow.
  const rest = argv.toReversed()
  let onlyArguments = false
  while (problems.length <= maxFailures) {
    const argument = rest.pop()
    if (argument === undefined) break
    if (!onlyArguments && argument === '--') onlyArguments = true
    else if (!onlyArguments && isOption(argument))
      readOption(argument, rest, options, assign, problems)
    else {
      const parameter = positional.find((each) => each.isList || !texts.has(each))
      if (parameter) assign(parameter, argument)
      // Not shown, because it may be a secret whose option is misspelt.
      else if (parameters.some(isSensitive)) {
        problems.push('unexpected argument.')
      } else problems.push(`unexpected argument "${argument}".`)
    }
  }
  return texts
}

/** True for an option. A negative number is an argument. */
function isOption(argument: string): boolean {
  return /^-[^\d.]/.test(argument)
}

function readOption(
  argument: string,
  rest: string[],
  options: readonly InputParameter[],
  assign: (parameter: InputParameter, text: string | boolean) => void,
  problems: string[],
): void {
  const [label = '', inline] = splitOnce(argument)
  const option = options.find((each) => each.label === label || `--${each.name}` === label)
  const negated = options.find(
    (each) => each.isFlag && each.label === label.replace(/^--no-/, '--'),
  )
  if (option?.isFlag) assign(option, inline ?? true)
  else if (option) {
    const text = inline ?? (isOption(rest.at(-1) ?? '') ? undefined : rest.pop())
    if (text === undefined) problems.push(`${label} needs a value.`)
    else assign(option, text)
  } else if (negated && inline === undefined) assign(negated, false)
  else {
    problems.push(`unknown option ${label}.${remedyFor(label, options)}`)
  }
}

function remedyFor(label: string, options: readonly InputParameter[]): string {
  if (label === '--production') return ' It belongs before the command.'
  const suggestion = nearest(
    label,
    options.map((each) => each.label),
  )
  return suggestion ? ` Did you mean ${suggestion}?` : ''
}

function splitOnce(argument: string): [string, string?] {
  const at = argument.indexOf('=')
  return at === -1 ? [argument] : [argument.slice(0, at), argument.slice(at + 1)]
}

/** Casts and checks the arguments for a parameter. Adds any errors to `problems`. */
export function toValue(
  parameter: InputParameter,
  texts: readonly (string | boolean)[] | undefined,
  problems: string[],
): unknown {
  const { slot, label, isList, check } = parameter
  if (!isList && texts && texts.length > 1) {
    problems.push(`${label}: was given more than once. Pass it once.`)
    return undefined
  }
  // Skips the check of an absent optional value, because the first check of a parameter generates code.
  if (!texts && slot.optional) return undefined
  const errors: string[] = []
  const value = check(
    texts ? slot.plan.cast(isList ? texts : texts[0]) : absentValue(parameter),
    errors,
  )
  for (const { key, message } of eachFailure(errors)) problems.push(`${key}: ${message}`)
  return value
}

function absentValue({ slot, isList, isFlag }: InputParameter): unknown {
  if (isList) return []
  if (slot.nullable) return null
  return isFlag ? false : undefined
}
