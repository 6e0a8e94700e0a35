/**
 * Merges challenges with the same scheme and realm, because clients handle a repeated scheme in different ways.
 * Challenges with contradicting or invalid parameters stay separate.
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
  /** The scheme, or the whole challenge if it cannot be parsed. */
  readonly head: string
  /** The parameters as sent, by name in lower case. */
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
