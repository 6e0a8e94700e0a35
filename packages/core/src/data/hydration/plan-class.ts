import { familyRoot } from '../../base/container/supplied.ts'
import { attempt, attemptEach } from '../../base/reflection/attempt.ts'
import { createAttribute, declaredAttributes } from '../../base/reflection/attribute.ts'
import { placeOf } from '../../base/reflection/place-of.ts'
import { isReflectable, reflect } from '../../base/reflection/reflect.ts'
import type { ClassReflection } from '../../base/reflection/class-reflection.ts'
import { bindingsOf, bindTypeParameters } from '../../base/reflection/bind-type-parameters.ts'
import type { Class, TypeInfo } from '../../base/reflection/type-info.ts'
import { checksOf } from '../validation/check.ts'
import { reachableFrom } from '../validation/classes-within.ts'
import { isConstraint } from '../validation/constraint.ts'
import { EachAttribute } from './each.ts'
import { MisplacedConstraint, UnusableType } from '../validation/errors.ts'
import type { DeclaredField } from './plan-slot.ts'
import { ObjectPlan, type Slot, type ValuePlan } from '../validation/value-plan.ts'
import { object, recursiveObject } from '../validation/plans/object.ts'
import { scalarOf } from './scalar.ts'
import { jsonShapeOf } from '../validation/json-shape.ts'
import { isTransform } from '../validation/transform.ts'
import { compileObject } from '../validation/compile-object.ts'

/** Plans a constructor parameter. `chain` has the enclosing classes that are being planned. */
type PlanField = (declared: DeclaredField, location: string, chain: readonly ObjectPlan[]) => Slot

/**
 * The maximum number of nested instances of a generic class with different type arguments. With
 * more, the nesting may have no end.
 */
const maxInstances = 4

/** The plans of DTO classes. */
export class ClassPlans {
  readonly #planField: PlanField
  readonly #plans = new WeakMap<Class, ObjectPlan>()

  constructor(planField: PlanField) {
    this.#planField = planField
  }

  /** Returns the plan of a class and caches it. Throws if a constructor parameter cannot be set from data. */
  planOf(target: Class): ObjectPlan {
    const known = this.#plans.get(target)
    if (known) return known
    refuseCaller(target, target.name)
    const plan = createPlan(target)
    this.#plans.set(target, plan)
    try {
      this.#fill(plan, [plan])
    } catch (error) {
      this.#plans.delete(target)
      throw error
    }
    return plan
  }

  /** Plans a class that is used as a type. */
  planType(
    type: Extract<TypeInfo, { kind: 'class' }>,
    location: string,
    chain: readonly ObjectPlan[],
  ): ValuePlan {
    const target = type.class
    if (!target) {
      throw new UnusableType(
        location,
        `${type.name} is an interface or type of a package, and these do not exist at run time. Declare a class, or write its fields as an object type.`,
      )
    }
    refuseCaller(target, location)
    const scalar = scalarOf(target)
    if (scalar) return scalar.plan
    if (!isReflectable(target)) {
      throw new UnusableType(
        location,
        `${target.name} is a class without type information, like all classes of packages. ` +
          `Declare a class or interface with the fields of the data, or define how data is converted: scalar(${target.name}, { … }).`,
      )
    }
    const { typeArguments = [] } = type
    const enclosing = chain.filter((outer) => outer.class === target)
    const same = enclosing.find((outer) =>
      typeArguments.every((each, index) => each === outer.typeArguments[index]),
    )
    if (same || enclosing.length > maxInstances) return recursiveObject(same ?? this.planOf(target))
    const isRecursive = chain.some((outer) => reachableFrom(target).has(outer.class as Class))
    if (typeArguments.length === 0 && !isRecursive) return object(this.planOf(target))
    const plan = createPlan(target, typeArguments)
    this.#fill(plan, [...chain, plan])
    return object(plan)
  }

  #fill(plan: ObjectPlan, chain: readonly ObjectPlan[]): void {
    const target = plan.class as Class
    const reflection = reflect(target)
    attempt(reflection, () => refuseUnfilled(reflection))
    refuseUnmatched(reflection)
    attempt(reflection, () => checksOf(target))
    attempt(reflection, () => jsonShapeOf(target))
    const bindings = bindingsOf(reflection, plan.typeArguments)
    const fields = attemptEach(
      reflection.parameters,
      ({ at }) => ({ name: reflection.name, at }),
      (parameter) => ({
        ...this.#planField(
          { ...parameter, type: bindTypeParameters(parameter.type, bindings) },
          `${reflection.name}.${parameter.name} (${parameter.at})`,
          chain,
        ),
        name: parameter.name,
        isProperty: parameter.property !== undefined,
        default: parameter.default,
        doc: parameter.doc,
      }),
    )
    plan.fill(fields, compileObject)
  }
}

/** Rejects types that represent the caller. They come from authentication, never from request data. */
function refuseCaller(target: Class, location: string): void {
  if (!familyRoot(target)) return
  throw new UnusableType(
    location,
    `${target.name} is the type of the caller, which request data cannot set. Declare it as a parameter of the method.`,
  )
}

function createPlan(target: Class, typeArguments: readonly TypeInfo[] = []): ObjectPlan {
  const reflection = reflect(target)
  return new ObjectPlan(reflection.name, target, reflection.doc, typeArguments)
}

/** Rejects a class whose properties are declared in its body, as other libraries expect. */
function refuseUnfilled({
  name,
  at,
  parameters,
  implements: implemented,
  unfilled,
}: ClassReflection): void {
  // Jobs and classes with parameter properties may use properties with an initial value for internal state.
  const hasState = implemented.includes('Job') || parameters.some(({ property }) => property)
  const names = new Set(parameters.map((parameter) => parameter.name))
  const unset = unfilled.filter(
    (each) => !names.has(each.name) && (each.unfilled === true || !hasState),
  )
  if (unset.length === 0) return
  const written = unset.map((each) => each.written)
  const isOptional = (text: string) => / = |^\S+ \S+\?/u.test(text)
  const sorted = [...written.filter((text) => !isOptional(text)), ...written.filter(isOptional)]
  throw new UnusableType(
    `${name} (${at})`,
    `data is passed to the constructor, which does not take ${unset.map((each) => `"${each.name}"`).join(', ')}. ` +
      `Replace these properties with: constructor(${sorted.join(', ')}) {}. Put constraints before the parameters.`,
  )
}

function refuseUnmatched({ class: target, parameters }: ClassReflection): void {
  for (const declared of declaredAttributes(target)) {
    const { member, position } = declared
    const isOnProperty = member !== undefined && position === undefined
    if (!isOnProperty || parameters.some((parameter) => parameter.name === member)) continue
    const place = placeOf(target, member)
    attempt(place, () => {
      const use = createAttribute(declared)
      if (!isConstraint(use) && !isTransform(use) && !(use instanceof EachAttribute)) return
      throw new MisplacedConstraint(
        place.name,
        'the property has a constraint, but no constructor parameter has its name. ' +
          'Add the parameter, or remove the constraint.',
      )
    })
  }
}
