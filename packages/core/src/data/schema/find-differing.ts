import type { Component } from './component.ts'

/** Returns the components whose request and response schemas differ, directly or through references. */
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
  // Iterating over a Set includes the elements that are added meanwhile.
  for (const id of differing) for (const other of mentions.get(id) ?? []) differing.add(other)
  return differing
}

/** Returns the same string for a request and a response that refer to the same components. */
export function withoutDirection(text: string): string {
  return text.replaceAll(/"component:(?:request|response):/g, '"component:')
}
