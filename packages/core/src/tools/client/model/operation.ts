import { parsePath } from '../../../http/routing/path-template.ts'
import type { Route } from '../../../http/routing/route.ts'
import type { DescribedRoutes } from '../../../features/openapi/create-document.ts'
import { describedSlots } from '../../../features/openapi/described-slots.ts'
import type { Documentation } from '../../../base/reflection/type-info.ts'
import { createFailures, type ClientFailures } from './failures.ts'
import { createInput, type ClientInput } from './input.ts'
import { createResponse, type ClientResponse } from './response.ts'
import type { NamedRoute } from './groups.ts'

/** A function of the client that calls a route. */
export interface ClientOperation extends Omit<NamedRoute, 'route' | 'inputType'> {
  /** The input type; undefined if the operation has no input. */
  readonly inputType: string | undefined
  /** The HTTP method and the path. */
  readonly address: string
  readonly isGet: boolean
  readonly input: ClientInput
  readonly response: ClientResponse
  readonly failures: ClientFailures
  /** The kind of pagination; undefined if the operation does not return pages. */
  readonly paging: 'byPage' | 'byCursor' | undefined
  readonly doc: Documentation
  /** The location of the method, as `file:line:column`. */
  readonly at: string
  /** The method, as `Class.method`, if it declares no return type and does not only return redirects and errors. */
  readonly undeclared: string | undefined
}

/** Returns the operation of a route. */
export function createOperation(
  { route, inputType, ...names }: NamedRoute,
  described: DescribedRoutes,
): ClientOperation {
  const { method, class: owner } = route.declaration
  const deprecated = method.doc.deprecated ?? owner.doc.deprecated
  const input = createInput(route)
  return {
    ...names,
    address: `${route.httpMethod} ${pathOf(route)}`,
    isGet: route.httpMethod === 'GET',
    input,
    inputType: input.members.length > 0 ? inputType : undefined,
    response: createResponse(method),
    failures: createFailures(route, described),
    paging: pagingOf(route),
    doc: { ...method.doc, ...(deprecated !== undefined && { deprecated }) },
    at: method.at,
    undeclared: method.returns || method.repliesOnly ? undefined : `${owner.name}.${method.name}`,
  }
}

/** Returns the path percent-encoded, as the router compares it. */
function pathOf({ path, placeholders }: Route): string {
  let index = 0
  const { segments } = parsePath(path, '')
  const texts = segments.map(({ literal, isPlaceholder }) =>
    isPlaceholder ? `{${placeholders[index++]}}` : literal,
  )
  return `/${texts.join('/')}`
}

/**
 * Returns the kind of pagination; undefined unless the method returns a page of a query builder, and has a parameter
 * that selects the page.
 */
function pagingOf(route: Route): ClientOperation['paging'] {
  const { returns } = route.declaration.method
  if (returns?.kind !== 'class') return undefined
  const parameter = pageParameters[returns.name]
  if (!parameter) return undefined
  const hasParameter = describedSlots(route).some(
    ({ kind, name, plan }) =>
      kind === 'query' &&
      (name === parameter || plan.object?.fields.some((field) => field.name === parameter)),
  )
  if (!hasParameter) return undefined
  return parameter === 'page' ? 'byPage' : 'byCursor'
}

const pageParameters: Readonly<Record<string, string>> = {
  Paginator: 'page',
  CursorPaginator: 'cursor',
}
