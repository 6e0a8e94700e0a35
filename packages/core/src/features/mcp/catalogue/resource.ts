import type { MaybePromise } from '../../../base/platform/maybe-promise.ts'
import type { ValidationErrors } from '../../../data/validation/validation-errors.ts'
import type { MarkedMethod } from '../../../base/reflection/marked-methods.ts'
import type { MethodReflection } from '../../../base/reflection/class-reflection.ts'
import type { TypeInfo } from '../../../base/reflection/type-info.ts'
import { castFields } from '../../../data/validation/plans/object.ts'
import { refuseUnreadable } from '../../../data/validation/refuse-unreadable.ts'
import { jsonFormOf, type ToJsonForm } from '../../../data/schema/json-form.ts'
import type { CacheScope, McpResourceAttribute } from './decorators.ts'
import { InvalidResource } from '../protocol/errors.ts'
import type { Handler } from './handler.ts'
import { MethodArguments, type Injections } from './method-arguments.ts'
import { isUriTemplate, parseUriTemplate, type UriTemplate } from './uri-template.ts'

/** A registered resource. */
export interface Resource extends Handler {
  readonly uri: string
  /** The parsed URI template, if the URI has placeholders. */
  readonly template: UriTemplate | undefined
  readonly mimeType: string
  /** Converts a returned value to its JSON form; undefined if its type needs no conversion. */
  readonly toJsonForm?: ToJsonForm | undefined
  readonly ttlMs: number
  readonly cacheScope: CacheScope
  /** The entry for the resource in the lists that clients request. */
  readonly descriptor: Readonly<Record<string, unknown>>
  /** Returns the arguments of the method for the values of the placeholders. Errors are added to `errors`. */
  readArguments(
    values: readonly string[],
    injections: Injections,
    errors: ValidationErrors,
  ): MaybePromise<unknown[]>
}

/** Creates the resource of a method. Throws `InvalidResource` if agents could not read it. */
export function createResource({
  reflection,
  method,
  use,
  owner,
}: MarkedMethod<McpResourceAttribute>): Resource {
  if (method.returns) refuseUnreadable(method.returns, `${owner}, return type`)
  const template = readTemplate(owner, method, use.uri)
  const names = template?.names ?? []
  const methodArguments = new MethodArguments(owner, method)
  refuseUnfillable(owner, method, use.uri, methodArguments, names)
  return {
    class: reflection.class,
    declaration: { class: reflection, method },
    methodName: method.name,
    owner,
    template,
    toJsonForm: method.returns && jsonFormOf(method.returns),
    ...describeResource(use, use.options.mimeType ?? mimeTypeOf(method.returns)),
    readArguments: (values, injections, errors) => {
      const texts = Object.fromEntries(names.map((name, index) => [name, values[index]]))
      return methodArguments.read(
        castFields(methodArguments.plan, texts) as object,
        injections,
        errors,
      )
    },
  }
}

/** Returns the public description of a resource. */
export function describeResource(
  { uri, resource, description, options }: McpResourceAttribute,
  mimeType: string,
) {
  const { title, annotations, ttlMs = 0, cacheScope = 'private' } = options
  const address = isUriTemplate(uri) ? { uriTemplate: uri } : { uri }
  const descriptor = { ...address, name: resource, title, description, mimeType, annotations }
  return { uri, mimeType, ttlMs, cacheScope, descriptor }
}

function readTemplate(
  owner: string,
  { at }: MethodReflection,
  uri: string,
): UriTemplate | undefined {
  if (!/^[a-z][a-z\d+.-]*:/i.test(uri)) {
    throw new InvalidResource(
      owner,
      at,
      `"${uri}" is not a URI. Start it with a scheme, as in "app://…".`,
    )
  }
  try {
    const template = parseUriTemplate(uri)
    return template.names.length > 0 ? template : undefined
  } catch (error) {
    throw new InvalidResource(
      owner,
      at,
      `the uri "${uri}" cannot be used: ${(error as Error).message}`,
    )
  }
}

function refuseUnfillable(
  owner: string,
  { at }: MethodReflection,
  uri: string,
  methodArguments: MethodArguments,
  placeholders: readonly string[],
): void {
  for (const { name, optional } of methodArguments.plan.fields) {
    if (optional || placeholders.includes(name)) continue
    const problem = `"${name}" has no source. Add {${name}} to the uri "${uri}", or give it a default.`
    throw new InvalidResource(owner, at, problem)
  }
}

function mimeTypeOf(returns: TypeInfo | undefined): string {
  if (!returns || returns.kind === 'string') return 'text/plain'
  const isBytes = returns.kind === 'builtin' && returns.name === 'Uint8Array'
  return isBytes ? 'application/octet-stream' : 'application/json'
}
