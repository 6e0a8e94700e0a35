import { isDescribed, reflect } from '../reflection/reflect.ts'
import type { Token } from './binding.ts'
import type { Link } from './chain.ts'

/**
 * Suggests registered classes for an unresolved type: first those that extend or implement it, then those with similar
 * names.
 */
export function findCandidates(wanted: Link | undefined, registered: Iterable<Token>): Token[] {
  if (!wanted) return []
  return Array.from(registered, (token) => ({ token, likeness: likeness(token, wanted) }))
    .filter(({ token, likeness }) => likeness > 0 && token !== wanted.token)
    .toSorted((a, b) => b.likeness - a.likeness)
    .slice(0, 3)
    .map(({ token }) => token)
}

function likeness(candidate: Token, { type, token }: Link): number {
  if (token && candidate.prototype instanceof token) return Infinity
  if (isDescribed(candidate) && reflect(candidate).implements.includes(type)) return Infinity
  const known = wordsIn(candidate.name)
  return wordsIn(type).filter((word) => known.includes(word)).length
}

function wordsIn(name: string): string[] {
  return name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? []
}
