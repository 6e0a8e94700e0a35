import { localPrincipal } from '../../features/access/principal.ts'
import { eachFailure, mostFailures } from '../../data/validation/field-errors.ts'
import type { ConsoleCommand } from './command.ts'
import { WrongUsage } from './errors.ts'
import { nearest } from './nearest.ts'
import { isSensitive } from './parameter-facts.ts'
import { isGiven, type GivenParameter } from './parameter.ts'

/** Values that come from questions and standard input instead of the command line. They replace arguments. */
export type ReadValues = ReadonlyMap<GivenParameter, string | boolean>

/** Returns the values of a command's parameters, in order. Throws `WrongUsage` with all problems, up to 100. */
export function readArguments(
  { parameters }: Pick<ConsoleCommand, 'parameters'>,
  argv: readonly string[],
  signal: () => AbortSignal,
  read: ReadValues = new Map(),
): unknown[] {
  const given = parameters.filter(isGiven)
  const problems: string[] = []
  const texts = assignArguments(given, argv, problems)
  for (const [parameter, text] of read) texts.set(parameter, [text])
  const values = parameters.flatMap((parameter) => {
    if (parameter.kind === 'signal') return problems.length === 0 ? [signal()] : []
    if (parameter.kind === 'caller') return [localPrincipal]
    const value = toValue(parameter, texts.get(parameter), problems)
    return parameter.isRest ? (value as unknown[]) : [value]
  })
  if (problems.length > mostFailures) {
    problems.splice(mostFailures, Infinity, `only the first ${mostFailures} problems are shown.`)
  }
  if (problems.length > 0) throw new WrongUsage(problems)
  return values
}

/** The arguments for each parameter, in order. */
export type Texts = Map<GivenParameter, (string | boolean)[]>

/** Assigns command-line arguments to parameters. Adds a problem for each that cannot be assigned. */
export function assignArguments(
  parameters: readonly GivenParameter[],
  argv: readonly string[],
  problems: string[],
): Texts {
  const texts: Texts = new Map()
  const options = parameters.filter(({ kind }) => kind === 'option')
  const positional = parameters.filter(({ kind }) => kind === 'argument')
  const give = (parameter: GivenParameter, text: string | boolean) => {
    const given = texts.get(parameter)
    if (given) given.push(text)
    else texts.set(parameter, [text])
  }
  // Reversed, so that the next argument is the last: removing the first item of a long list is slow.
  const rest = argv.toReversed()
  let onlyArguments = false
  while (problems.length <= mostFailures) {
    const argument = rest.pop()
    if (argument === undefined) break
    if (!onlyArguments && argument === '--') onlyArguments = true
    else if (!onlyArguments && isOption(argument))
      readOption(argument, rest, options, give, problems)
    else {
      const parameter = positional.find((each) => each.isList || !texts.has(each))
      if (parameter) give(parameter, argument)
      // The argument may be a secret whose option is misspelt.
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
  options: readonly GivenParameter[],
  give: (parameter: GivenParameter, text: string | boolean) => void,
  problems: string[],
): void {
  const [label = '', inline] = splitOnce(argument)
  const option = options.find((each) => each.label === label || `--${each.name}` === label)
  const negated = options.find(
    (each) => each.isFlag && each.label === label.replace(/^--no-/, '--'),
  )
  if (option?.isFlag) give(option, inline ?? true)
  else if (option) {
    const text = inline ?? (isOption(rest.at(-1) ?? '') ? undefined : rest.pop())
    if (text === undefined) problems.push(`${label} needs a value.`)
    else give(option, text)
  } else if (negated && inline === undefined) give(negated, false)
  else {
    problems.push(`unknown option ${label}.${remedyFor(label, options)}`)
  }
}

function remedyFor(label: string, options: readonly GivenParameter[]): string {
  if (label === '--production') return ' It belongs before the command.'
  const meant = nearest(
    label,
    options.map((each) => each.label),
  )
  return meant ? ` Did you mean ${meant}?` : ''
}

function splitOnce(argument: string): [string, string?] {
  const at = argument.indexOf('=')
  return at === -1 ? [argument] : [argument.slice(0, at), argument.slice(at + 1)]
}

/** Casts and checks the arguments for a parameter. Adds any errors to `problems`. */
export function toValue(
  parameter: GivenParameter,
  texts: readonly (string | boolean)[] | undefined,
  problems: string[],
): unknown {
  const { slot, label, isList, check } = parameter
  if (!isList && texts && texts.length > 1) {
    problems.push(`${label}: was given more than once.`)
    return undefined
  }
  // Skips the check of an absent optional value, because the first check of a parameter generates code.
  if (!texts && slot.optional) return undefined
  const errors: string[] = []
  const value = check(texts ? slot.plan.cast(isList ? texts : texts[0]) : absent(parameter), errors)
  for (const { key, message } of eachFailure(errors)) problems.push(`${key}: ${message}`)
  return value
}

function absent({ slot, isList, isFlag }: GivenParameter): unknown {
  if (isList) return []
  if (slot.nullable) return null
  return isFlag ? false : undefined
}
