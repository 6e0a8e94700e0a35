/**
 * Merges the challenges of one scheme and realm: clients handle a scheme that is listed twice differently. Challenges
 * whose parameters contradict each other, or cannot be read, stay separate.
 */
export function mergeChallenges(challenges: readonly string[]): string[] {
  const merged: Challenge[] = []
  for (const text of challenges) {
    const challenge = parse(text)
    const same = merged.find((other) => agree(other, challenge))
    if (!same) merged.push(challenge)
    else for (const [name, value] of challenge.parameters) same.parameters.set(name, value)
  }
  return merged.map(({ head, parameters }) =>
    [head, [...parameters.values()].join(', ')].join(' ').trim(),
  )
}

interface Challenge {
  /** The scheme; of a challenge that cannot be read, all of it. */
  readonly head: string
  /** Each as it is written, by its name in lower case. */
  readonly parameters: Map<string, string>
}

function parse(text: string): Challenge {
  const [, head, rest = ''] = /^(\S+)(?: +(.*))?$/u.exec(text) ?? []
  const found = [...rest.matchAll(parameter)]
  const isWhole = found.map(([each]) => each).join('') === rest
  if (head === undefined || !isWhole) return { head: text, parameters: new Map() }
  const pairs = found.map(([, written = '', name = '']) => [name.toLowerCase(), written] as const)
  return { head, parameters: new Map(pairs) }
}

const parameter = /(([\w!#$%&'*+.^`|~-]+) *= *(?:"(?:[^"\\]|\\.)*"|[^\s",=]+))(?: *, *|$)/guy

function agree(one: Challenge, other: Challenge): boolean {
  return (
    one.head.toLowerCase() === other.head.toLowerCase() &&
    one.parameters.get('realm') === other.parameters.get('realm') &&
    [...other.parameters].every(([name, value]) => (one.parameters.get(name) ?? value) === value)
  )
}
