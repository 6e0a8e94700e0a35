import { fieldBytesOf, type BodyLimits } from '../binding/body-limits.ts'
import { parseSize } from '../../base/config/units.ts'
import { HttpRequest } from '../message/http-request.ts'
import { attribute } from '../../base/reflection/attribute.ts'
import type { ParameterReflection } from '../../base/reflection/class-reflection.ts'
import type { Operation } from '../../data/schema/operation.ts'
import { UseAttribute, type LevelKind, type Target } from './middleware.ts'
import type { Route } from '../routing/route.ts'
import { OptionsSetting, type SettingOptions } from './setting.ts'

/** Limits for the parts of a form. */
export interface BodyLimitParts {
  /** The maximum size of an uploaded file, in bytes or as a string such as `10MiB`. Default: the limit of the body. */
  readonly file?: number | string
  /** The maximum number of files in a form. */
  readonly files?: number
  /** The maximum number of fields in a form. */
  readonly fields?: number
}

/**
 * A size in bytes or as a string such as `512KiB`, a function that returns one from the configuration, or `false` to
 * use the limit of the application.
 */
export type GivenBodyLimit = SettingOptions<number | string>

export class BodyLimitAttribute extends OptionsSetting<number | string> {
  readonly #size: number
  readonly #limits: Partial<BodyLimits>

  constructor(size: GivenBodyLimit, parts: BodyLimitParts = {}) {
    super(size, parts)
    this.#size = this.options === undefined ? 0 : parseSize(this.options)
    this.#limits = limitsOf(this.#size, parts)
  }

  /** Needs no middleware, because the dispatcher applies the limit. */
  middleware(): undefined {}

  check({ route }: Target, level: LevelKind): void {
    if (level !== 'method' || !route || mayReadBody(route)) return
    throw new TypeError('@BodyLimit is on a method that takes no body. Remove it.')
  }

  openApi(route: Route): Partial<Operation> {
    if (!mayReadBody(route)) return {}
    const description = `The request body is over ${this.#size} bytes.`
    return { responses: { 413: { description } } }
  }

  /** Returns the application's limits, overridden by those of the route. */
  applyTo(limits: BodyLimits): BodyLimits {
    return { ...limits, ...this.#limits }
  }
}

/**
 * Limits the size of a request body and of the parts of a form. Larger requests get a 413. Sizes are in bytes or
 * strings such as `512KiB`.
 */
export const BodyLimit = attribute(BodyLimitAttribute, '…')

function limitsOf(body: number, { file, files, fields }: BodyLimitParts): Partial<BodyLimits> {
  return {
    body,
    file: file === undefined ? body : parseSize(file),
    fieldBytes: fieldBytesOf(body),
    ...(files !== undefined && { files: wholeNumber('files', files) }),
    ...(fields !== undefined && { fields: wholeNumber('fields', fields) }),
  }
}

function wholeNumber(name: string, value: number): number {
  if (Number.isSafeInteger(value) && value >= 0) return value
  throw new TypeError(`@BodyLimit: "${name}" must be a whole number, not ${value}.`)
}

/** True if the method of a route, middleware on it or its class, or a service of its controller may read a body. */
function mayReadBody({ httpMethod, arguments: { readsBody }, declaration }: Route): boolean {
  if (readsBody) return true
  if (httpMethod === 'GET') return false
  const { class: owner, method } = declaration
  const uses = [...owner.attributes, ...method.attributes]
  if (method.parameters.some(isRequest) || uses.some((use) => use instanceof UseAttribute)) {
    return true
  }
  // A service in the constructor could inject the request and read its body.
  return owner.parameters.some((parameter) => isRequest(parameter) || isService(parameter))
}

function isRequest({ type }: ParameterReflection): boolean {
  if (type.kind === 'class') return type.class === HttpRequest
  return type.kind === 'builtin' && type.name === 'Request'
}

function isService({ type }: ParameterReflection): boolean {
  return type.kind === 'class'
}
