import { Hydrator, type ValidationFailed } from '@fw/core'

class Ambiguous {
  constructor(
    readonly parts: `${string}-${string}-${string}${number}${string}!`,
    readonly numbers: `${number}${number}${number}${number}x`,
    readonly either: `${'a' | 'aa' | `a${string}`}${'a' | 'aa'}b`,
  ) {}
}

const hydrator = new Hydrator()
const good = { parts: 'a-b-1!', numbers: '1234x', either: 'aaab' }

/** Returns the errors of strings that can be read in more than one way, or undefined if they are valid. */
export function errorsOf(data: object): Record<string, string[]> | undefined {
  try {
    hydrator.hydrate(Ambiguous, { ...good, ...data })
    return undefined
  } catch (error) {
    return (error as ValidationFailed).errors
  }
}
