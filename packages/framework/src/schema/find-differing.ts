import { placeholder } from './complete-references.ts'
import type { Component } from './components.ts'

/** The components whose request and response schemas are not the same, directly or through what they refer to. */
export function findDiffering(components: readonly Component[]): ReadonlySet<number> {
  const pairs = components.flatMap(({ id, schemas: { request, response } }) =>
    request && response
      ? [{ id, request: JSON.stringify(request), response: JSON.stringify(response) }]
      : [],
  )
  const differing = new Set(
    pairs
      .filter(({ request, response }) => withoutDirection(request) !== withoutDirection(response))
      .map(({ id }) => id),
  )
  // A Set hands out what is added to it on the way.
  for (const id of differing) {
    const reference = placeholder('request', id)
    for (const pair of pairs) if (pair.request.includes(reference)) differing.add(pair.id)
  }
  return differing
}

/** The same text for a request and a response that refer to the same components. */
export function withoutDirection(text: string): string {
  return text.replaceAll(/"component:(?:request|response):/g, '"component:')
}
