import type { MaybePromise } from '../../../base/platform/maybe-promise.ts'
import { suppliedClass } from '../../../http/binding/argument-plan.ts'
import { NotProvided } from '../../../base/container/errors.ts'
import { isUpload } from '../../../http/binding/parameter-resolver.ts'
import { attemptEach } from '../../../base/reflection/attempt.ts'
import type {
  MethodReflection,
  ParameterReflection,
} from '../../../base/reflection/class-reflection.ts'
import { isAbortSignal, type Class } from '../../../base/reflection/type-info.ts'
import { compileObject } from '../../../data/validation/compile-object.ts'
import { UnusableType } from '../../../data/validation/errors.ts'
import { ObjectPlan, type Field } from '../../../data/validation/value-plan.ts'
import type { ValidationErrors } from '../../../data/validation/validation-errors.ts'
import { includeSchemas, readWithSchemas } from '../../../data/validation/async-schemas.ts'
import { planField } from '../../../data/hydration/plan-value.ts'
import { ProgressReporter } from '../protocol/progress-reporter.ts'

/** Values that the framework passes to a method in addition to the arguments of the caller. */
export interface Injections {
  signal(): AbortSignal
  progress(): ProgressReporter
  /** Returns a value that middleware has provided; undefined if no middleware has provided it. */
  provided(type: Class): unknown
}

type Inject = (injections: Injections) => unknown

/**
 * The parameters of a tool or resource. Parameters that the caller sends are planned like the fields of a DTO,
 * including validation and schema. The others are injected by type.
 */
export class MethodArguments {
  readonly plan: ObjectPlan
  readonly #isAsync: boolean
  readonly #injected: readonly { readonly index: number; readonly inject: Inject }[]

  /** `owner` is the `Class.method` in error messages. */
  constructor(owner: string, { parameters }: MethodReflection) {
    const inputParameters = parameters.filter((parameter) => !injectionOf(parameter))
    this.plan = new ObjectPlan(owner, ArgumentList, {})
    const place = ({ at }: ParameterReflection) => ({ name: owner, at })
    const fields = attemptEach(inputParameters, place, (parameter) => toField(owner, parameter))
    this.plan.fill(fields, compileObject)
    this.#isAsync = includeSchemas(inputParameters.map(({ type }) => type))
    this.#injected = parameters.flatMap((parameter, index) => {
      const inject = injectionOf(parameter)
      return inject ? [{ index, inject }] : []
    })
  }

  /** Returns the arguments in order. Errors are added to `errors` as alternating keys and messages. */
  read(args: object, injections: Injections, errors: ValidationErrors): MaybePromise<unknown[]> {
    return this.#isAsync
      ? readWithSchemas(errors, () => this.#read(args, injections, errors))
      : this.#read(args, injections, errors)
  }

  #read(args: object, injections: Injections, errors: ValidationErrors): unknown[] {
    const values = this.plan.hydrate(args, errors, 0) as unknown[] | undefined
    if (!values) return []
    for (const { index, inject } of this.#injected) values.splice(index, 0, inject(injections))
    return values
  }
}

/** A replacement for a DTO class: its constructor returns the list of values. */
class ArgumentList {
  constructor(...values: unknown[]) {
    return values
  }
}

function injectionOf(parameter: ParameterReflection): Inject | undefined {
  const { type, optional } = parameter
  if (isAbortSignal(type)) return (injections) => injections.signal()
  if (type.kind === 'class' && type.class === ProgressReporter) {
    return (injections) => injections.progress()
  }
  const supplied = suppliedClass(parameter)
  if (!supplied) return undefined
  return (injections) => {
    const value = injections.provided(supplied)
    if (value !== undefined || optional) return value
    if (type.nullable) return null
    throw new NotProvided(supplied)
  }
}

function toField(owner: string, parameter: ParameterReflection): Field {
  const location = `${owner}, parameter "${parameter.name}" (${parameter.at})`
  if (isUpload(parameter.type)) {
    throw new UnusableType(
      location,
      'a file cannot be sent as JSON. Declare its content as a string.',
    )
  }
  return {
    ...planField(parameter, location),
    name: parameter.name,
    isProperty: false,
    default: parameter.default,
    doc: parameter.doc,
  }
}
