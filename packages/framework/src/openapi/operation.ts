import type { Route } from '../http/route.ts'
import { describe } from '../schema/annotate.ts'
import type { SchemaComponents } from '../schema/components.ts'
import { isOperationAttribute } from './attributes.ts'
import { describedSlots } from './described-slots.ts'
import type { Operation, SecurityRequirement } from './document.ts'
import { describeParameters } from './parameters.ts'
import { describeRequestBody } from './request-body.ts'
import { describeResponses } from './responses.ts'

/** What a document says about one route. */
export function describeOperation(
  route: Route,
  operationId: string,
  /** The names of the placeholders in the documented path. */
  names: readonly string[],
  security: readonly SecurityRequirement[],
  components: SchemaComponents,
): Operation {
  const { class: owner, method } = route.declaration
  const extras: Partial<Operation> = {}
  for (const use of [...owner.attributes, ...method.attributes]) {
    if (isOperationAttribute(use)) Object.assign(extras, use.openApi())
  }
  const isProtected = (extras.security ?? security).length > 0
  const slots = describedSlots(route)
  const parameters = describeParameters(route, slots, names, components)
  const requestBody = describeRequestBody(route, slots, components)
  const { summary, ...rest } = method.doc
  const description = describe(rest)
  return {
    operationId,
    tags: [tagOf(owner.name)],
    summary: summary?.replace(/\.$/u, '') ?? toWords(method.name),
    ...(description && { description }),
    ...((method.doc.deprecated ?? owner.doc.deprecated) && { deprecated: true }),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: describeResponses(route, components, isProtected),
    ...extras,
  }
}

/** Operations are grouped by their controller. */
export function tagOf(controller: string): string {
  const suffix = 'Controller'
  return controller.endsWith(suffix)
    ? controller.slice(0, -suffix.length) || controller
    : controller
}

/** `listOpenOrders` is "List open orders". */
export function toWords(name: string): string {
  const words = name.replaceAll(/[_$]+/gu, ' ').replaceAll(/(?<=[a-z\d])(?=[A-Z])/gu, ' ')
  const text = words.trim().toLowerCase()
  return text.charAt(0).toUpperCase() + text.slice(1)
}
