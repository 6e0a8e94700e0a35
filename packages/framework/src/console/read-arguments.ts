import { localPrincipal } from '../access/principal.ts'
import { eachFailure, mostFailures } from '../validation/field-errors.ts'
import type { ConsoleCommand } from './command.ts'
import { WrongUsage } from './errors.ts'
import { nearest } from './nearest.ts'
import { isGiven, type GivenParameter } from './parameter.ts'

/** Returns the values of a command's parameters, in order. Throws `WrongUsage` with all problems, up to 100. */
export function readArguments(
  { parameters }: Pick<ConsoleCommand, 'parameters'>,
  words: readonly string[],
  signal: () => AbortSignal,
): unknown[] {
  const given = parameters.filter(isGiven)
  const problems: string[] = []
  const texts = assignWords(given, words, problems)
  const values = parameters.flatMap((parameter) => {
    if (parameter.kind === 'signal') return problems.length === 0 ? [signal()] : []
    if (parameter.kind === 'caller') return [localPrincipal]
    const value = toValue(parameter, texts.get(parameter), problems)
    return parameter.isRest ? (value as unknown[]) : [value]
  })
  if (problems.length > mostFailures) {
    problems.splice(mostFailures, Infinity, `there are more problems than these ${mostFailures}.`)
  }
  if (problems.length > 0) throw new WrongUsage(problems)
  return values
}

type Texts = Map<GivenParameter, (string | boolean)[]>

function assignWords(
  parameters: readonly GivenParameter[],
  words: readonly string[],
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
  // Reversed, so that the next word is the last, because removing the first of a long list is slow.
  const rest = words.toReversed()
  let onlyArguments = false
  while (problems.length <= mostFailures) {
    const word = rest.pop()
    if (word === undefined) break
    if (!onlyArguments && word === '--') onlyArguments = true
    else if (!onlyArguments && isOption(word)) readOption(word, rest, options, give, problems)
    else {
      const parameter = positional.find((each) => each.isList || !texts.has(each))
      if (parameter) give(parameter, word)
      else problems.push(`unexpected argument "${word}".`)
    }
  }
  return texts
}

/** True for an option. A negative number is an argument. */
function isOption(word: string): boolean {
  return /^-[^\d.]/.test(word)
}

function readOption(
  word: string,
  rest: string[],
  options: readonly GivenParameter[],
  give: (parameter: GivenParameter, text: string | boolean) => void,
  problems: string[],
): void {
  const [label = '', inline] = splitOnce(word)
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

function splitOnce(word: string): [string, string?] {
  const at = word.indexOf('=')
  return at === -1 ? [word] : [word.slice(0, at), word.slice(at + 1)]
}

function toValue(
  parameter: GivenParameter,
  texts: readonly (string | boolean)[] | undefined,
  problems: string[],
): unknown {
  const { slot, label, isList, check } = parameter
  if (!isList && texts && texts.length > 1) {
    problems.push(`${label}: was given more than once.`)
    return undefined
  }
  // Skips the check of an absent optional value, because the first check generates code.
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
