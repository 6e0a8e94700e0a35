import { isDescribed, reflect } from '../reflection/reflect.ts'
import type { Token } from './binding.ts'
import type { Link } from './chain.ts'

/**
 * Suggests registered classes for an unresolved type: first those that extend or implement it, then those with similar
 * names.
 */
export function findCandidates(unresolved: Link | undefined, registered: Iterable<Token>): Token[] {
  if (!unresolved) return []
  return Array.from(registered, (token) => ({ token, similarity: similarity(token, unresolved) }))
    .filter(({ token, similarity }) => similarity > 0 && token !== unresolved.token)
    .toSorted((a, b) => b.similarity - a.similarity)
    .slice(0, 3)
    .map(({ token }) => token)
}

function similarity(candidate: Token, { type, token }: Link): number {
  if (token && candidate.prototype instanceof token) return Infinity
  if (isDescribed(candidate) && reflect(candidate).implements.includes(type)) return Infinity
  const words = wordsIn(candidate.name)
  return wordsIn(type).filter((word) => words.includes(word)).length
}

function wordsIn(name: string): string[] {
  return name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? []
}
