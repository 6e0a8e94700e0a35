import type { Route } from '../../../http/routing/route.ts'
import type { DescribedRoutes } from '../../../features/openapi/create-document.ts'
import type { Operation, ResponseObject } from '../../../data/schema/operation.ts'
import type { JsonSchema } from '../../../data/validation/json-schema.ts'
import { errorKeys } from './error-keys.ts'
import { schemaType } from '../types/schema-type.ts'
import { alternatives } from '../types/type-syntax.ts'

/** The possible failures of an operation. */
export interface ClientFailures {
  /** The documented status codes. */
  readonly statuses: readonly number[]
  /** The TypeScript type of all failures. It does not refer to declared types. */
  readonly text: string
}

/** Returns the failures of the operation of a route. */
export function createFailures(
  route: Route,
  { document, operations }: DescribedRoutes,
): ClientFailures {
  const finder = new SchemaFinder(document)
  const { responses } = operations.get(route) as Operation
  const failures = Object.entries(responses)
    .filter(([status]) => /^[345]\d\d$/u.test(status))
    .map(([status, response]) => [Number(status), finder.bodyOf(response)] as const)
    .toSorted(([one], [other]) => one - other)
  const byBody = new Map<string, number[]>()
  const texts: string[] = []
  for (const [status, schema] of failures) {
    if (status === 422 && schema && finder.property(schema, 'errors')) {
      texts.push(`runtime.Invalid<${hasCustomForm(schema, finder) ? 'string' : errorKeys(route)}>`)
      continue
    }
    const body = schema ? finder.typeOf(schema) : 'unknown'
    const known = byBody.get(body)
    if (known) known.push(status)
    else byBody.set(body, [status])
  }
  for (const [body, statuses] of byBody) {
    texts.push(`runtime.Documented<${statuses.join(' | ')}, ${body}>`)
  }
  return {
    statuses: failures.map(([status]) => status),
    text: alternatives([...texts, 'runtime.Failure']),
  }
}

/**
 * True if an error handler of the application creates the response, so that the keys of `errors` may
 * be other strings than the names of fields.
 */
function hasCustomForm(schema: JsonSchema, finder: SchemaFinder): boolean {
  const errors = finder.property(schema, 'errors')
  return !String(errors?.['description']).startsWith('Messages by field')
}

/** Finds the schemas of a document. */
class SchemaFinder {
  readonly #document: unknown

  constructor(document: unknown) {
    this.#document = document
  }

  bodyOf(response: ResponseObject): JsonSchema | undefined {
    const found = response.$ref ? (this.#find(response.$ref) as ResponseObject) : response
    const contents = Object.entries(found?.content ?? {})
    return contents.find(([type]) => /[/+]json$/u.test(type))?.[1].schema
  }

  typeOf(schema: JsonSchema): string {
    return schemaType(schema, (reference) => this.#find(reference) as JsonSchema | undefined)
  }

  /** Returns the schema of a property, which may be in any part of an object's schema. */
  property(schema: JsonSchema, name: string): JsonSchema | undefined {
    const { $ref, allOf, properties } = schema
    if (typeof $ref === 'string') {
      const found = this.#find($ref) as JsonSchema | undefined
      return found && this.property(found, name)
    }
    const own = (properties as Record<string, JsonSchema> | undefined)?.[name]
    if (own || !Array.isArray(allOf)) return own
    return (allOf as JsonSchema[]).map((part) => this.property(part, name)).find(Boolean)
  }

  #find(reference: string): unknown {
    return reference
      .slice(2)
      .split('/')
      .reduce<unknown>(
        (node, name) => (node as Record<string, unknown> | undefined)?.[name],
        this.#document,
      )
  }
}
