/** The grammar of a string: a literal, a sequence, alternatives, a repetition, or a character class. */
export type Form =
  | string
  | readonly Form[]
  | { readonly either: readonly Form[] }
  | { readonly repeat: Form; readonly least: 0 | 1; readonly most?: 1 }
  | { readonly set: CharacterSet }

type CharacterSet = '0-9' | '1-9' | '+-' | '-' | 'Ee' | 'any'

/** Returns the grammar as an ECMA-262 pattern without anchors. */
export function toPattern(form: Form): string {
  if (typeof form === 'string') return form.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
  if (isSequence(form)) return form.map(toPattern).join('')
  if ('set' in form) return form.set === 'any' ? String.raw`[\s\S]` : `[${form.set}]`
  if ('repeat' in form) {
    const inner = toPattern(form.repeat)
    const sign = form.most === 1 ? '?' : form.least === 0 ? '*' : '+'
    return ('set' in Object(form.repeat) ? inner : `(?:${inner})`) + sign
  }
  const [only] = form.either
  if (only !== undefined && form.either.length === 1) return toPattern(only)
  return `(?:${form.either.map(toPattern).join('|')})`
}

/** A state of the matcher, which consumes a character or leads to other states. */
type Step =
  | { readonly takes: (code: number) => boolean }
  | { readonly to: number[] }
  | { readonly isEnd: true }

/**
 * Returns a function that tests whether a string matches the grammar. It follows all alternatives in parallel, so its
 * time is linear in the length of the string. A regular expression would backtrack.
 */
export function toMatcher(form: Form): (text: string) => boolean {
  const steps: Step[] = []
  write(form, steps)
  steps.push({ isEnd: true })
  return (text) => matches(steps, text)
}

function write(form: Form, steps: Step[]): void {
  if (typeof form === 'string') {
    for (let index = 0; index < form.length; index += 1) {
      const expected = form.charCodeAt(index)
      steps.push({ takes: (code) => code === expected })
    }
  } else if (isSequence(form)) {
    for (const part of form) write(part, steps)
  } else if ('set' in form) {
    steps.push({ takes: sets[form.set] })
  } else if ('repeat' in form) {
    const fork = { to: [steps.length + 1] }
    if (form.least === 0) steps.push(fork)
    const start = steps.length
    write(form.repeat, steps)
    if (form.most !== 1) steps.push({ to: [start, steps.length + 1] })
    fork.to.push(steps.length)
  } else {
    writeEither(form.either, steps)
  }
}

function writeEither(forms: readonly Form[], steps: Step[]): void {
  const fork = { to: [] as number[] }
  const ends = forms.map(() => ({ to: [] as number[] }))
  steps.push(fork)
  for (const [index, form] of forms.entries()) {
    fork.to.push(steps.length)
    write(form, steps)
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
      const { takes } = steps[step] as { takes?: (code: number) => boolean }
      if (takes?.(code)) enter(steps, step + 1, index + 1, reached, next)
    }
    ;[current, next] = [next, current]
    next.length = 0
  }
  return reached[steps.length - 1] === text.length
}

/** Adds a state to those that wait for the next character. A fork is replaced by the states that it leads to. */
function enter(
  steps: readonly Step[],
  at: number,
  length: number,
  reached: Int32Array,
  waiting: number[],
): void {
  if (reached[at] === length) return
  reached[at] = length
  const step = steps[at]
  if (step && 'to' in step) for (const next of step.to) enter(steps, next, length, reached, waiting)
  else waiting.push(at)
}

function isSequence(form: Form): form is readonly Form[] {
  return Array.isArray(form)
}
