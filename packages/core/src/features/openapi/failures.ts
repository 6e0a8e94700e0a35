import type { ParameterResolver } from '../../http/binding/parameter-resolver.ts'
import type { Route } from '../../http/routing/route.ts'
import { stringPlan } from '../../data/validation/plans/string.ts'
import { unknownPlan } from '../../data/validation/plans/unknown.ts'

/** The errors that the framework itself may send, by status, with the name and the description of the response. */
export const failures: Readonly<Record<string, readonly [name: string, description: string]>> = {
  400: ['BadRequest', 'The request is malformed.'],
  401: ['Unauthorized', 'Authentication is required.'],
  403: ['Forbidden', 'The caller is not allowed to do this.'],
  404: ['NotFound', 'The path does not exist, or the caller may not access it.'],
  413: ['ContentTooLarge', 'The body is too large.'],
  415: ['UnsupportedMediaType', 'The body is compressed.'],
  422: ['ValidationFailed', 'A value does not match its declaration.'],
}

/** Returns the status codes of the errors that the framework itself may send for a route. */
export function failuresOf(
  { arguments: plan, placeholders }: Route,
  access: readonly number[],
): number[] {
  const readsQuery = plan.resolvers.some(({ kind }) => kind === 'query')
  const found: number[] = []
  if (placeholders.length > 0 || readsQuery || plan.readsBody) found.push(400)
  found.push(...access)
  if (plan.readsBody) found.push(413, 415)
  if (plan.resolvers.some(mayRefuse)) found.push(422)
  return found
}

function mayRefuse({ kind, slot }: ParameterResolver): boolean {
  if (!slot) return false
  const isOneText = kind === 'path' || kind === 'header' || kind === 'cookie'
  const acceptsAll = slot.plan === unknownPlan || (slot.plan === stringPlan && isOneText)
  return !acceptsAll || slot.constraints.length > 0
}

/** Returns the default description of a status. */
export function reasonOf(status: number): string {
  const others = ['The response.', 'A redirect.', 'An error.', 'An error.']
  return reasons[status] ?? others[Math.floor(status / 100) - 2] ?? 'The response.'
}

const reasons: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  204: 'No content',
  404: 'Not found',
  409: 'Conflict',
  410: 'Gone',
  503: 'Service unavailable',
}
