import type { Component } from './component.ts'

/**
 * Returns the ids of the components whose request and response schemas differ, directly or in a component that they
 * refer to.
 */
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
  const mentions = new Map<number, number[]>()
  for (const { id, request } of pairs) {
    for (const [, mentioned] of request.matchAll(/"component:request:(\d+):"/g)) {
      const known = mentions.get(Number(mentioned))
      if (known) known.push(id)
      else mentions.set(Number(mentioned), [id])
    }
  }
  // Iterating over a Set includes elements that are added during the iteration.
  for (const id of differing) for (const other of mentions.get(id) ?? []) differing.add(other)
  return differing
}

/** Removes the direction from the references, so that equal request and response schemas are equal strings. */
export function withoutDirection(text: string): string {
  return text.replaceAll(/"component:(?:request|response):/g, '"component:')
}
