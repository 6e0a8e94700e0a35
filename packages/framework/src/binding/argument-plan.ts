import { attempt, attemptAll } from '../reflection/attempt.ts'
import type { MethodReflection, ParameterReflection } from '../reflection/reflect.ts'
import { suppliedToken } from '../container/supplied.ts'
import type { Class } from '../reflection/type-info.ts'
import { typeText } from '../reflection/type-text.ts'
import { checksWithin, type OwnCheck } from '../validation/check.ts'
import { planField } from '../validation/plan-field.ts'
import { planContext } from '../validation/plan-value.ts'
import { isUnreadable, unreadableType } from '../validation/refuse-unreadable.ts'
import type { Slot } from '../validation/slot.ts'
import { valueTypesOf, type ValuePlan } from '../validation/value-plan.ts'
import { BodyAttribute, CookieAttribute, HeaderAttribute, QueryAttribute } from './attributes.ts'
import { UnresolvableParameter } from './errors.ts'
import { headerReader } from './header-text.ts'
import {
  fromBody,
  fromDefault,
  fromPath,
  fromQuery,
  fromRequest,
  fromSupplied,
  fromText,
  fromUpload,
  isUpload,
  type ParameterResolver,
} from './parameter-resolver.ts'

/** The sources of a method's arguments, planned at registration. */
export interface ArgumentPlan {
  readonly resolvers: readonly ParameterResolver[]
  readonly readsBody: boolean
  /** The parameters that middleware or the request itself supplies. */
  readonly supplied: readonly SuppliedParameter[]
  /** The fields of a multipart form that may be sent as JSON. */
  readonly jsonFields: ReadonlySet<string>
  /** The checks that the classes of the parameters declare as methods. */
  readonly checks: readonly OwnCheck[]
}

/** A parameter that is resolved by its type. */
export interface SuppliedParameter {
  /** The name for errors. */
  readonly name: string
  readonly type: Class
}

/** Plans the arguments of a method. `owner` is the `Class.method` for errors. */
export function planArguments(
  owner: string,
  method: MethodReflection,
  path: string,
  placeholders: readonly string[],
): ArgumentPlan {
  const resolvers = attemptAll(
    method.parameters,
    ({ at }) => ({ name: owner, at }),
    (parameter) => chooseResolver(owner, parameter, path, placeholders),
  )
  attempt({ name: owner, at: method.at }, () => refuseSecondBody(owner, method.parameters))
  const readsBody = resolvers.some(({ kind }) => kind === 'body' || kind === 'upload')
  return {
    resolvers,
    readsBody,
    supplied: suppliedParameters(method),
    jsonFields: jsonFieldsOf(resolvers),
    checks: ownChecks(method),
  }
}

/** Returns the checks of the classes that a method takes as data. */
export function ownChecks({ parameters }: MethodReflection): readonly OwnCheck[] {
  const given = parameters.filter((parameter) => !suppliedClass(parameter))
  return checksWithin(given.map(({ type }) => type))
}

/** Returns the parameters of a method that are resolved by their type. */
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
): ParameterResolver {
  const { name, type, attributes } = parameter
  if (parameter.rest) {
    const reason = 'A rest parameter cannot be filled from a request'
    throw new UnresolvableParameter(owner, name, typeText(type), [reason], ' Take a list.')
  }
  const ofRequest = fromRequest(name, type)
  if (ofRequest) return ofRequest
  const supplied = suppliedClass(parameter)
  if (supplied) return fromSupplied(parameter, supplied)
  if (isMarked(attributes, BodyAttribute)) return fromBody(name, slotOf(owner, parameter))
  if (isMarked(attributes, QueryAttribute)) return fromQuery(name, slotOf(owner, parameter))
  const ofText = textResolver(owner, parameter)
  if (ofText) return ofText
  if (isUpload(type)) return fromUpload(name, slotOf(owner, parameter))
  const index = placeholders.indexOf(name)
  if (index !== -1) return fromPath(name, slotOf(owner, parameter), index)
  if (parameter.default || parameter.optional) return fromDefault(name)
  if (isUnreadable(type)) throw unreadableType(type, locationOf(owner, parameter))
  const reasons = [
    `The path "${path}" has no {${name}}`,
    'it is not marked @Body or @Query',
    'it has no default',
  ]
  const remedy = type.kind === 'class' ? ' Inject services in the constructor.' : ''
  throw new UnresolvableParameter(owner, name, typeText(type), reasons, remedy)
}

function refuseSecondBody(owner: string, parameters: readonly ParameterReflection[]): void {
  const [, second] = parameters.filter(({ attributes }) => isMarked(attributes, BodyAttribute))
  if (!second) return
  const { name, type } = second
  const reason = 'Another parameter already takes the body'
  const remedy = ' Declare one class with the fields of both.'
  throw new UnresolvableParameter(owner, name, typeText(type), [reason], remedy)
}

const sources = [BodyAttribute, QueryAttribute, HeaderAttribute, CookieAttribute]

function isSource(use: object): boolean {
  return sources.some((source) => use instanceof source)
}

/** Returns the resolver of a parameter with `@Header` or `@Cookie`. */
function textResolver(
  owner: string,
  parameter: ParameterReflection,
): ParameterResolver | undefined {
  for (const use of parameter.attributes) {
    if (use instanceof HeaderAttribute) {
      const name = use.header ?? headerName(owner, parameter)
      const slot = textSlot(owner, parameter, 'A header')
      return fromText('header', name, slot, headerReader(name))
    }
    if (use instanceof CookieAttribute) {
      const name = use.cookie ?? parameter.name
      const slot = textSlot(owner, parameter, 'A cookie')
      return fromText('cookie', name, slot, (request) => request.cookies.get(name))
    }
  }
  return undefined
}

function textSlot(owner: string, parameter: ParameterReflection, what: string): Slot {
  const slot = slotOf(owner, parameter)
  const { name, type } = parameter
  if (slot.plan.jsonTypes.length === 1 && slot.plan.jsonTypes[0] === 'object') {
    throw new UnresolvableParameter(owner, name, typeText(type), [`${what} is one text`])
  }
  return slot
}

function headerName(owner: string, { name, type }: ParameterReflection): string {
  const header = kebabCase(name)
  if (/^[a-z\d]+(?:-[a-z\d]+)*$/u.test(header)) return header
  const reason = `"${header}" is not a header name`
  const remedy = ' Write the name: @Header("if-match").'
  throw new UnresolvableParameter(owner, name, typeText(type), [reason], remedy)
}

/** Converts a name to kebab case: `userAgent` becomes `user-agent`. */
function kebabCase(name: string): string {
  return name.replaceAll(/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|_/gu, '-').toLowerCase()
}

/** Returns the class of a parameter that requests supply. */
export function suppliedClass({ type, attributes }: ParameterReflection): Class | undefined {
  if (attributes.some(isSource)) return undefined
  return suppliedToken(type)
}

function isMarked(attributes: readonly object[], mark: new () => object): boolean {
  return attributes.some((use) => use instanceof mark)
}

function slotOf(owner: string, parameter: ParameterReflection): Slot {
  return planField(parameter, planContext(locationOf(owner, parameter)))
}

/** Returns the location for errors. A destructured parameter has no name. */
function locationOf(owner: string, { name }: ParameterReflection): string {
  return name === '' ? owner : `${owner}, parameter "${name}"`
}

/**
 * Returns the fields of a form that may be sent as a part of type `application/json`: objects and lists, unless they
 * are files.
 */
function jsonFieldsOf(resolvers: readonly ParameterResolver[]): ReadonlySet<string> {
  const body = resolvers.find(({ kind }) => kind === 'body')
  const fields = body?.slot?.plan.object?.fields
  if (!fields) return noFields
  return new Set(fields.filter(({ plan }) => isStructured(plan)).map(({ name }) => name))
}

const noFields: ReadonlySet<string> = new Set()

function isStructured(plan: ValuePlan): boolean {
  return (
    plan.jsonTypes.every((type) => type === 'object' || type === 'array') &&
    [plan, ...(plan.elements ?? [])].every((part) => !valueTypesOf(part).includes('file'))
  )
}
