import type { ErrorHandlers } from '../../http/error-handling/error-handlers.ts'
import type { ChainPlan } from '../../http/target-planner.ts'
import type { Route } from '../../http/routing/route.ts'
import { thrownBy } from '../../http/chain/throws.ts'
import { describe } from '../../data/schema/annotate.ts'
import type { SchemaComponents } from '../../data/schema/components.ts'
import { describeChecks } from '../../data/validation/check.ts'
import type { SecuritySchemes } from './security.ts'
import type { Operation, ResponseObject, SecurityRequirement } from '../../data/schema/operation.ts'
import { ApiResponseAttribute, isOperationAttribute } from './decorators.ts'
import type { DescribedErrors } from './described-errors.ts'
import { describedSlots } from './described-slots.ts'
import {
  joinParts,
  overrideResponses,
  mergeOperation,
  type OperationPart,
} from './merge-operation.ts'
import { describeParameters } from './parameters.ts'
import { describeRequestBody } from './request-body.ts'
import { describeResponses, declaredResponse } from './responses.ts'
import { summaryOf } from './summary.ts'

/** Returns the operation of a route. */
export function describeOperation(
  route: Route,
  plan: ChainPlan,
  operationId: string,
  /** The names of the placeholders in the documented path. */
  names: readonly string[],
  security: readonly SecurityRequirement[],
  { components, errors, handlers, schemes }: DocumentParts,
): Operation {
  const added = partsOf(route, plan)
  const isProtected = (added.security ?? security).length > 0
  const manual = { security: undefined, refusals: isProtected ? [401, 403] : [] }
  const access = schemes ? (plan.access?.openApi ?? open) : manual
  const thrown = thrownBy(route, plan.declared, handlers)
  const base = {
    ...readOperation(route, operationId, names, components),
    ...(access.security && { security: access.security }),
    responses: describeResponses(route, components, errors, thrown, access.refusals),
  }
  const { responses, ...rest } = mergeOperation(base, added)
  return { ...rest, responses: finishResponses(responses, plan, components, errors) }
}

/** The access to a public route. */
const open = { security: [], refusals: [] }

/** The parts that the operations of a document share. */
export interface DocumentParts {
  readonly components: SchemaComponents
  readonly errors: DescribedErrors
  readonly handlers: ErrorHandlers
  /** The `securitySchemes`; undefined without `Authentication`. */
  readonly schemes: SecuritySchemes | undefined
}

/** Returns what the middleware and decorators of the route add to its operation, joined into one part. */
function partsOf(route: Route, { middleware, declared }: ChainPlan): OperationPart {
  const sources = [...middleware.map(({ type }) => type), ...declared]
  return joinParts(sources.filter(isOperationAttribute).map((source) => source.openApi(route)))
}

/** Returns the part of an operation that follows from the declaration of the route. */
function readOperation(
  route: Route,
  operationId: string,
  names: readonly string[],
  components: SchemaComponents,
): Omit<Operation, 'responses'> {
  const { class: owner, method } = route.declaration
  const slots = describedSlots(route)
  const parameters = describeParameters(route, slots, names, components)
  const requestBody = describeRequestBody(route, slots, components)
  const { summary, ...rest } = method.doc
  const description = [describe(rest), describeChecks(route.arguments.checks)]
    .filter(Boolean)
    .join('\n\n')
  return {
    operationId,
    tags: [tagOf(owner.name)],
    summary: summary?.replace(/\.$/u, '') ?? summaryOf(method.name, tagOf(owner.name)),
    ...(description && { description }),
    ...((method.doc.deprecated ?? owner.doc.deprecated) && { deprecated: true }),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
  }
}

/** Completes the responses. An `@ApiResponse` takes precedence over all others. */
function finishResponses(
  known: Operation['responses'],
  { declared }: ChainPlan,
  components: SchemaComponents,
  errors: DescribedErrors,
): Record<string, ResponseObject> {
  const declaredResponses = declared
    .filter((use) => use instanceof ApiResponseAttribute)
    .map((use) => declaredResponse(use, components))
  const all = declaredResponses.reduce(overrideResponses, known)
  return Object.fromEntries(
    Object.entries(all).map(([status, response]) => [
      status,
      errors.toReference(status, errors.complete(status, response)),
    ]),
  )
}

/** Returns the tag of a controller. Operations are grouped by controller. */
export function tagOf(controller: string): string {
  const suffix = 'Controller'
  return controller.endsWith(suffix)
    ? controller.slice(0, -suffix.length) || controller
    : controller
}
