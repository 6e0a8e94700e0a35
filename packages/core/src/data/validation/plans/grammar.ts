/** The grammar of a string: a literal, a sequence, alternatives, a repetition, or a character class. */
export type Grammar =
  | string
  | readonly Grammar[]
  | { readonly either: readonly Grammar[] }
  | { readonly repeat: Grammar; readonly min: 0 | 1; readonly max?: 1 }
  | { readonly set: CharacterSet }

type CharacterSet = '0-9' | '1-9' | '+-' | '-' | 'Ee' | 'any'

/** Returns the grammar as an ECMA-262 pattern without anchors. */
export function toPattern(grammar: Grammar): string {
  if (typeof grammar === 'string')
    return grammar.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
  if (isSequence(grammar)) return grammar.map(toPattern).join('')
  if ('set' in grammar) return grammar.set === 'any' ? String.raw`[\s\S]` : `[${grammar.set}]`
  if ('repeat' in grammar) {
    const inner = toPattern(grammar.repeat)
    const sign = grammar.max === 1 ? '?' : grammar.min === 0 ? '*' : '+'
    return ('set' in Object(grammar.repeat) ? inner : `(?:${inner})`) + sign
  }
  const [only] = grammar.either
  if (only !== undefined && grammar.either.length === 1) return toPattern(only)
  return `(?:${grammar.either.map(toPattern).join('|')})`
}

/** A state of the matcher, which consumes a character or leads to other states. */
type Step =
  | { readonly accepts: (code: number) => boolean }
  | { readonly to: number[] }
  | { readonly isEnd: true }

/**
 * Returns a function that tests whether a string matches the grammar. It follows all alternatives in parallel, so its
 * time is linear in the length of the string. A regular expression would backtrack.
 */
export function toMatcher(grammar: Grammar): (text: string) => boolean {
  const steps: Step[] = []
  write(grammar, steps)
  steps.push({ isEnd: true })
  return (text) => matches(steps, text)
}

function write(grammar: Grammar, steps: Step[]): void {
  if (typeof grammar === 'string') {
    for (let index = 0; index < grammar.length; index += 1) {
      const expected = grammar.charCodeAt(index)
      steps.push({ accepts: (code) => code === expected })
    }
  } else if (isSequence(grammar)) {
    for (const part of grammar) write(part, steps)
  } else if ('set' in grammar) {
    steps.push({ accepts: sets[grammar.set] })
  } else if ('repeat' in grammar) {
    const fork = { to: [steps.length + 1] }
    if (grammar.min === 0) steps.push(fork)
    const start = steps.length
    write(grammar.repeat, steps)
    if (grammar.max !== 1) steps.push({ to: [start, steps.length + 1] })
    fork.to.push(steps.length)
  } else {
    writeEither(grammar.either, steps)
  }
}

function writeEither(grammars: readonly Grammar[], steps: Step[]): void {
  const fork = { to: [] as number[] }
  const ends = grammars.map(() => ({ to: [] as number[] }))
  steps.push(fork)
  for (const [index, grammar] of grammars.entries()) {
    fork.to.push(steps.length)
    write(grammar, steps)
    steps.push(ends[index] as Step)
  }
  for (const end of ends) end.to.push(steps.length)
}

const sets: Readonly<Record<CharacterSet, (code: number) => boolean>> = {
  any: () => true,
  '0-9': (code) => code >= 0x30 && code <= 0x39,
  '1-9': (code) => code >= 0x31 && code <= 0x39,
  '+-': (code) => code === 0x2b || code === 0x2d,
  '-': (code) => code === 0x2d,
  Ee: (code) => code === 0x45 || code === 0x65,
}

function matches(steps: readonly Step[], text: string): boolean {
  /** The offset in the string at which each state was last reached. */
  const reached = new Int32Array(steps.length).fill(-1)
  let current: number[] = []
  let next: number[] = []
  enter(steps, 0, 0, reached, current)
  for (let index = 0; index < text.length && current.length > 0; index += 1) {
    const code = text.charCodeAt(index)
    for (const step of current) {
      const { accepts } = steps[step] as { accepts?: (code: number) => boolean }
      if (accepts?.(code)) enter(steps, step + 1, index + 1, reached, next)
    }
    ;[current, next] = [next, current]
    next.length = 0
  }
  return reached[steps.length - 1] === text.length
}

/** Adds a state to those that wait for the next character. A fork is replaced by the states that it leads to. */
function enter(
  steps: readonly Step[],
  index: number,
  length: number,
  reached: Int32Array,
  active: number[],
): void {
  if (reached[index] === length) return
  reached[index] = length
  const step = steps[index]
  if (step && 'to' in step) for (const next of step.to) enter(steps, next, length, reached, active)
  else active.push(index)
}

function isSequence(grammar: Grammar): grammar is readonly Grammar[] {
  return Array.isArray(grammar)
}
