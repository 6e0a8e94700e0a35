import { exactList } from '../../base/platform/exact-list.ts'
import { attempt } from '../../base/reflection/attempt.ts'
import type {
  MethodReflection,
  ParameterReflection,
} from '../../base/reflection/class-reflection.ts'
import { suppliedToken } from '../../base/container/supplied.ts'
import type { Class } from '../../base/reflection/type-info.ts'
import { typeText } from '../../base/reflection/type-text.ts'
import { checksWithin, type CheckMethod } from '../../data/validation/check.ts'
import { planField } from '../../data/hydration/plan-value.ts'
import { isUnreadable, unreadableType } from '../../data/validation/refuse-unreadable.ts'
import { valueTypesOf, type Slot, type ValuePlan } from '../../data/validation/value-plan.ts'
import { BodyAttribute, CookieAttribute, HeaderAttribute, QueryAttribute } from './decorators.ts'
import { UnresolvableParameter } from './errors.ts'
import { headerReader } from './header-text.ts'
import {
  fromBody,
  fromDefault,
  fromPath,
  fromQuery,
  fromRequest,
  fromSupplied,
  fromHeaderOrCookie,
  fromUpload,
  isUpload,
  type ParameterResolver,
} from './parameter-resolver.ts'

/** The sources of a method's arguments, determined at registration. */
export interface ArgumentPlan {
  readonly resolvers: readonly ParameterResolver[]
  readonly readsBody: boolean
  /** The parameters that are provided by middleware or by the request itself. */
  readonly supplied: readonly SuppliedParameter[]
  /** The fields of a multipart form that may be sent as JSON. */
  readonly jsonFields: ReadonlySet<string>
  /** The `@Check` methods of the classes of the parameters. */
  readonly checks: readonly CheckMethod[]
}

/** A parameter whose value is found by its type. */
export interface SuppliedParameter {
  /** The name for error messages, such as `Parameter "user"`. */
  readonly name: string
  readonly type: Class
}

/** Plans the arguments of a method. `owner` is `Class.method`, for errors. */
export function planArguments(
  owner: string,
  method: MethodReflection,
  path: string,
  placeholders: readonly string[],
): ArgumentPlan {
  const resolvers = method.parameters.map(
    (parameter) =>
      attempt({ name: owner, at: parameter.at }, () =>
        chooseResolver(owner, parameter, path, placeholders, method.parameters),
      ) ?? fromDefault(parameter.name),
  )
  attempt({ name: owner, at: method.at }, () => refuseSecondBody(owner, method.parameters))
  const readsBody = resolvers.some(({ kind }) => kind === 'body' || kind === 'upload')
  return {
    resolvers,
    readsBody,
    supplied: exactList(suppliedParameters(method)),
    jsonFields: jsonFieldsOf(resolvers),
    checks: parameterChecks(method),
  }
}

/** Returns the `@Check` methods of the DTO classes among the parameters of a method. */
export function parameterChecks({ parameters }: MethodReflection): readonly CheckMethod[] {
  const inputParameters = parameters.filter((parameter) => !suppliedClass(parameter))
  return checksWithin(inputParameters.map(({ type }) => type))
}

/** Returns the parameters of a method whose values are found by type. */
export function suppliedParameters({ parameters }: MethodReflection): SuppliedParameter[] {
  return parameters.flatMap((parameter) => {
    const type = suppliedClass(parameter)
    return type ? [{ name: `Parameter "${parameter.name}"`, type }] : []
  })
}

function chooseResolver(
  owner: string,
  parameter: ParameterReflection,
  path: string,
  placeholders: readonly string[],
  parameters: readonly ParameterReflection[],
): ParameterResolver {
  const { name, type, attributes } = parameter
  if (parameter.rest)
    throw unresolvable(owner, parameter, 'is a rest parameter', 'Remove the "..." before it.')
  const requestResolver = fromRequest(name, type)
  if (requestResolver) return requestResolver
  const supplied = suppliedClass(parameter)
  if (supplied) return fromSupplied(parameter, supplied)
  if (isMarked(attributes, BodyAttribute)) return fromBody(name, slotOf(owner, parameter))
  if (isMarked(attributes, QueryAttribute)) return fromQuery(name, slotOf(owner, parameter))
  const headerOrCookie = headerOrCookieResolver(owner, parameter)
  if (headerOrCookie) return headerOrCookie
  if (isUpload(type)) return fromUpload(name, slotOf(owner, parameter))
  const index = placeholders.indexOf(name)
  if (index !== -1) return fromPath(name, slotOf(owner, parameter), index)
  if (parameter.default || parameter.optional) return fromDefault(name)
  if (isUnreadable(type)) throw unreadableType(type, locationOf(owner, parameter))
  const unused = placeholders.filter((each) => parameters.every((other) => other.name !== each))
  throw unresolvable(owner, parameter, 'has no source', remedyFor(parameter, path, unused))
}

/**
 * Returns the advice for a parameter without a source. `unused` are placeholders of the path that no parameter uses.
 */
function remedyFor({ name, type }: ParameterReflection, path: string, unused: readonly string[]) {
  if (type.kind === 'class' || type.kind === 'object') {
    return 'Mark it @Body() or @Query() if clients send it. If it is a service, inject it in the constructor.'
  }
  const names = unused.map((each) => `"${each}"`).join(' or ')
  const placeholder = names
    ? `Rename it to ${names}, as in the path "${path}"`
    : `Add {${name}} to the path "${path}"`
  return `${placeholder}, mark it @Query(), or give it a default.`
}

function unresolvable(
  owner: string,
  { name, type }: ParameterReflection,
  problem: string,
  remedy: string,
): UnresolvableParameter {
  return new UnresolvableParameter(owner, name, typeText(type), problem, remedy)
}

function refuseSecondBody(owner: string, parameters: readonly ParameterReflection[]): void {
  const [, second] = parameters.filter(({ attributes }) => isMarked(attributes, BodyAttribute))
  if (!second) return
  const problem = 'is the second one with @Body()'
  throw unresolvable(owner, second, problem, 'Declare one parameter whose class has all fields.')
}

const sourceAttributes = [BodyAttribute, QueryAttribute, HeaderAttribute, CookieAttribute]

function isSource(use: object): boolean {
  return sourceAttributes.some((source) => use instanceof source)
}

/** Returns the resolver of a parameter with `@Header` or `@Cookie`. */
function headerOrCookieResolver(
  owner: string,
  parameter: ParameterReflection,
): ParameterResolver | undefined {
  for (const use of parameter.attributes) {
    if (use instanceof HeaderAttribute) {
      const name = use.header ?? headerName(owner, parameter)
      const slot = singleStringSlot(owner, parameter, 'header')
      return fromHeaderOrCookie('header', name, slot, headerReader(name))
    }
    if (use instanceof CookieAttribute) {
      const name = use.cookie ?? parameter.name
      const slot = singleStringSlot(owner, parameter, 'cookie')
      return fromHeaderOrCookie('cookie', name, slot, (request) => request.cookies.get(name))
    }
  }
  return undefined
}

function singleStringSlot(owner: string, parameter: ParameterReflection, kind: string): Slot {
  const slot = slotOf(owner, parameter)
  if (slot.plan.jsonTypes.length === 1 && slot.plan.jsonTypes[0] === 'object') {
    const problem = `cannot be read from a ${kind}, which is a single string`
    throw unresolvable(owner, parameter, problem, 'Declare a type such as string, number or Date.')
  }
  return slot
}

function headerName(owner: string, parameter: ParameterReflection): string {
  const header = kebabCase(parameter.name)
  if (/^[a-z\d]+(?:-[a-z\d]+)*$/u.test(header)) return header
  const problem = `has no valid header name: "${header}"`
  throw unresolvable(owner, parameter, problem, 'Write a name, such as @Header("if-match").')
}

/** Converts a name to kebab case: `userAgent` becomes `user-agent`. */
function kebabCase(name: string): string {
  return name.replaceAll(/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|_/gu, '-').toLowerCase()
}

/** Returns the class of a parameter if middleware or the request provides its objects. */
export function suppliedClass({ type, attributes }: ParameterReflection): Class | undefined {
  if (attributes.some(isSource)) return undefined
  return suppliedToken(type)
}

function isMarked(attributes: readonly object[], mark: new () => object): boolean {
  return attributes.some((use) => use instanceof mark)
}

function slotOf(owner: string, parameter: ParameterReflection): Slot {
  return planField(parameter, locationOf(owner, parameter))
}

/**
 * Formats the location of a parameter for errors. For a destructured parameter, which has no name, returns only the
 * method.
 */
function locationOf(owner: string, { name }: ParameterReflection): string {
  return name === '' ? owner : `${owner}, parameter "${name}"`
}

/**
 * Returns the form fields that may be sent as a part with type `application/json`: objects and lists, except files and
 * lists of files.
 */
function jsonFieldsOf(resolvers: readonly ParameterResolver[]): ReadonlySet<string> {
  const body = resolvers.find(({ kind }) => kind === 'body')
  const fields = body?.slot?.plan.object?.fields.filter(({ plan }) => isStructured(plan)) ?? []
  return fields.length > 0 ? new Set(fields.map(({ name }) => name)) : noFields
}

const noFields: ReadonlySet<string> = new Set()

function isStructured(plan: ValuePlan): boolean {
  return (
    plan.jsonTypes.every((type) => type === 'object' || type === 'array') &&
    [plan, ...(plan.elements ?? [])].every((part) => !valueTypesOf(part).includes('file'))
  )
}
