import type { ErrorFormat } from '../../http/error-handling/error-format.ts'
import type { ErrorHandlers } from '../../http/error-handling/error-handlers.ts'
import type { ChainPlan } from '../../http/target-planner.ts'
import { placeOfRoute, type Route } from '../../http/routing/route.ts'
import { attemptEach } from '../../base/reflection/attempt.ts'
import { describe } from '../../data/schema/annotate.ts'
import { SchemaComponents } from '../../data/schema/components.ts'
import type { Operation } from '../../data/schema/operation.ts'
import type { JsonSchema } from '../../data/validation/json-schema.ts'
import { HiddenAttribute } from './decorators.ts'
import type { DocumentHead, OpenApiDocument, PathItem, Tag } from './document.ts'
import { DescribedErrors } from './described-errors.ts'
import { errorContents } from './error-contents.ts'
import { describeOperation, tagOf } from './operation.ts'
import type { SecuritySchemes } from './security.ts'
import { createOperationIds } from './operation-ids.ts'
import { toSummary } from './summary.ts'

/** An OpenAPI document with the operation of each of its routes. */
export interface DescribedRoutes {
  readonly document: OpenApiDocument
  readonly operations: ReadonlyMap<Route, Operation>
}

/** The plans that serve requests. The document is created from them. */
export interface DescribedPlans {
  /** The security schemes; undefined without `Authentication`. */
  readonly schemes: SecuritySchemes | undefined
  /** The routes of an application, with their middleware. */
  readonly plans: ReadonlyMap<Route, ChainPlan>
  readonly handlers: ErrorHandlers
  /** The format of errors without a handler. */
  readonly form: Pick<ErrorFormat, 'name' | 'showsDetails'>
}

/** Creates the OpenAPI document of the routes from the plans that serve them. */
export function createDocument(
  { plans, handlers, form, schemes }: DescribedPlans,
  head: DocumentHead,
  withHidden = false,
): DescribedRoutes {
  const routes = [...plans.keys()].filter((route) => isShown(route, withHidden))
  const ids = createOperationIds(routes)
  const components = new SchemaComponents('#/components/schemas', { namesTypes: true })
  const errors = new DescribedErrors(handlers, errorContents(form, components), components)
  const paths = new Paths()
  const operations = new Map<Route, Operation>()
  attemptEach(routes, placeOfRoute, (route) => {
    const { item, names } = paths.of(route)
    const id = ids.get(route) as string
    const operation = describeOperation(
      route,
      plans.get(route) as ChainPlan,
      id,
      names,
      head.security ?? [],
      { components, errors, handlers, schemes },
    )
    item[route.httpMethod.toLowerCase()] = operation
    operations.set(route, operation)
  })
  const all = [...operations.values()]
  const responses = errors.shared(all)
  const described = [...all, { responses }]
  const schemas = components.complete(described.flatMap(schemasOf))
  const { components: headComponents, ...rest } = schemes ? withoutSecurity(head) : head
  const tags = describeTags(routes, head.tags)
  const document = {
    openapi: '3.1.0',
    ...rest,
    ...(tags.length > 0 && { tags }),
    paths: paths.items,
    components: {
      ...headComponents,
      ...(schemes && { securitySchemes: schemes }),
      schemas,
      responses,
    },
  }
  return { document, operations }
}

/** Returns the head of the document without `security`, which each operation declares instead. */
function withoutSecurity(head: DocumentHead) {
  const { security: _, ...rest } = head
  return rest
}

/** Returns the schemas of an operation, the only parts that refer to schema components. */
function schemasOf({
  parameters = [],
  requestBody,
  responses,
}: Pick<Operation, 'parameters' | 'requestBody' | 'responses'>): JsonSchema[] {
  const schemas = parameters.map(({ schema }) => schema)
  for (const part of [requestBody, ...Object.values(responses)]) {
    if (!part?.content) continue
    for (const { schema } of Object.values(part.content)) if (schema) schemas.push(schema)
  }
  return schemas
}

const documentedMethods = new Set([
  'GET',
  'PUT',
  'POST',
  'DELETE',
  'OPTIONS',
  'HEAD',
  'PATCH',
  'TRACE',
])

function isShown({ httpMethod, declaration }: Route, withHidden: boolean): boolean {
  const isHidden = (use: object) => use instanceof HiddenAttribute
  const attributes = [...declaration.class.attributes, ...declaration.method.attributes]
  return documentedMethods.has(httpMethod) && (withHidden || !attributes.some(isHidden))
}

interface DocumentedPath {
  readonly item: PathItem
  /** The placeholder names of the first route with this path. */
  readonly names: readonly string[]
}

/** The documented paths. Paths that differ only in the names of their placeholders are the same path. */
class Paths {
  readonly items: Record<string, PathItem> = {}
  readonly #shapes = new Map<string, DocumentedPath>()

  of({ path, placeholders }: Route): DocumentedPath {
    const shape = path.replaceAll(/\{[^{}]*\}/gu, '{}')
    let found = this.#shapes.get(shape)
    if (!found) {
      found = { item: {}, names: placeholders }
      this.#shapes.set(shape, found)
      this.items[path] = found.item
    }
    return found
  }
}

/** Returns the tags of all controllers. Tags in the head come first and take precedence. */
function describeTags(routes: readonly Route[], declared: readonly Tag[] = []): Tag[] {
  const tags = new Map(declared.map((tag) => [tag.name, tag]))
  for (const owner of new Set(routes.map(({ declaration }) => declaration.class))) {
    const name = tagOf(owner.name)
    if (!tags.has(name))
      tags.set(name, { name, description: describe(owner.doc) || toSummary(name) })
  }
  return [...tags.values()]
}
