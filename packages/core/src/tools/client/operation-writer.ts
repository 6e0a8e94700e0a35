import { parsePath } from '../../http/routing/path-template.ts'
import type { Route } from '../../http/routing/route.ts'
import type { DescribedRoutes } from '../../features/openapi/create-document.ts'
import { describedSlots } from '../../features/openapi/described-slots.ts'
import type { ClassReflection, MethodReflection } from '../../base/reflection/class-reflection.ts'
import type { Operation } from '../../data/schema/operation.ts'
import { writeResponse, type WrittenResponse } from './response-writer.ts'
import type { DecoderWriter } from './decoder-writer.ts'
import { writeFailures } from './failure-writer.ts'
import { writeInput, type WrittenInput } from './input-writer.ts'
import { capitalize } from './type-components.ts'
import { docComment } from './type-syntax.ts'
import type { TypeWriter } from './type-writer.ts'

/** The writers of an operation's parts. */
export interface Writers {
  readonly types: TypeWriter
  readonly decoders: DecoderWriter
  readonly described: DescribedRoutes
}

/** The code and the declarations of an operation. References to types are not resolved yet. */
export interface WrittenOperation {
  readonly name: string
  readonly code: string
  readonly declaration: string
  /** The offset of its name in the declaration. */
  readonly nameOffset: number
  /** `file:line:column` of its method. */
  readonly at: string
  readonly isUndeclared: boolean
  readonly shape: OperationShape
}

export function writeOperation(
  name: string,
  route: Route,
  { types, decoders, described }: Writers,
): WrittenOperation {
  const { method, class: owner } = route.declaration
  const input = writeInput(route, types)
  const response = writeResponse(route, types, decoders)
  const failures = writeFailures(route, described.operations.get(route) as Operation, described)
  const paging = pagingOf(route, method)
  const parts = [
    ...(failures.statuses.length > 0 ? [`errors: [${failures.statuses.join(', ')}]`] : []),
    ...input.parts,
    ...response.parts,
    ...(paging ? [`also: runtime.${paging}`] : []),
  ]
  const list = parts.length > 0 ? `, { ${parts.join(', ')} }` : ''
  const address = JSON.stringify(`${route.httpMethod} ${pathOf(route)}`)
  const local = reserved.has(name) ? `${name}_` : name
  const keyword = local === name ? 'export ' : ''
  const renamed = local === name ? '' : `export { ${local} as ${name} }\n`
  const before = `${docComment(docOf(owner, method))}${keyword}declare const `
  const shape = {
    name: capitalize(name),
    input,
    response,
    failures: failures.text,
    paging,
  }
  return {
    name,
    code: `${keyword}const ${local} = runtime.operation(${address}${list})\n${renamed}`,
    declaration: `${before}${local}: ${declareOperation(shape)}${renamed}`,
    nameOffset: before.length,
    at: method.at,
    isUndeclared: response.isUndeclared,
    shape: { ...shape, isGet: route.httpMethod === 'GET' },
  }
}

/** Words that cannot be the name of a constant, and names that modules import. */
export const reserved: ReadonlySet<string> = new Set(
  (
    'arguments await bindGroups break case catch class const continue createClient debugger default delete do else enum eval export extends ' +
    'false finally for function if implements import in instanceof interface let new null package private protected ' +
    'public return runtime static super switch this throw true try types typeof undefined var void while with yield'
  ).split(' '),
)

function docOf(owner: ClassReflection, { doc }: MethodReflection): MethodReflection['doc'] {
  const deprecated = doc.deprecated ?? owner.doc.deprecated
  return { ...doc, ...(deprecated !== undefined && { deprecated }) }
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
 * Returns the kind of pagination: the method returns a page of a query builder, and has the parameter that selects a page.
 */
function pagingOf(route: Route, { returns }: MethodReflection): 'byPage' | 'byCursor' | undefined {
  if (returns?.kind !== 'class') return undefined
  const parameter = pagers[returns.name]
  if (!parameter) return undefined
  const asks = describedSlots(route).some(
    ({ kind, name, plan }) =>
      kind === 'query' &&
      (name === parameter || plan.object?.fields.some((field) => field.name === parameter)),
  )
  if (!asks) return undefined
  return parameter === 'page' ? 'byPage' : 'byCursor'
}

const pagers: Readonly<Record<string, string>> = { Paginator: 'page', CursorPaginator: 'cursor' }

interface Shape {
  /** The prefix of its type names. */
  readonly name: string
  readonly input: WrittenInput
  readonly response: WrittenResponse
  readonly failures: string
  readonly paging: 'byPage' | 'byCursor' | undefined
}

/** The information about an operation that other modules of a client use. */
export interface OperationShape extends Shape {
  readonly isGet: boolean
}

function declareOperation({ name, input, response, failures, paging }: Shape): string {
  const optional = input.isOptional ? 'Optional' : ''
  const kind = `runtime.${optional}${response.kind === 'stream' ? 'Stream' : ''}Operation`
  const given = input.isEmpty ? 'Record<never, never>' : `${name}Input`
  const paged = paging ? ` & runtime.${optional}Paged<${given}, ${response.text}>` : ''
  const interfaceText = input.isEmpty ? '' : `export interface ${name}Input {\n${input.members}}\n`
  return (
    `${kind}<${given}, ${response.text}, ${name}Failure>${paged}\n` +
    `${interfaceText}export type ${name}Failure = ${failures}\n`
  )
}
