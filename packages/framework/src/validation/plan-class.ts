import { familyOf } from '../container/supplied.ts'
import { attempt, attemptEach } from '../reflection/attempt.ts'
import { declaredAttributes } from '../reflection/attribute.ts'
import { placeOf } from '../reflection/place-of.ts'
import { isReflectable, reflect, type ClassReflection } from '../reflection/reflect.ts'
import { bindingsOf, bindTypeParameters } from '../reflection/bind-type-parameters.ts'
import type { Class, TypeInfo } from '../reflection/type-info.ts'
import { checksOf } from './check.ts'
import { reachableFrom } from './classes-within.ts'
import { isConstraint } from './constraint.ts'
import { EachAttribute } from './each.ts'
import { MisplacedConstraint, UnusableType } from './errors.ts'
import { planField } from './plan-field.ts'
import { ObjectPlan } from './object-plan.ts'
import { planContext, type PlanContext } from './plan-value.ts'
import { object, repeated } from './plans/object.ts'
import { scalarOf } from './scalar.ts'
import { shownFormOf } from './shown-form.ts'
import { isTransform } from './transform.ts'
import type { ValuePlan } from './value-plan.ts'

const plans = new WeakMap<Class, ObjectPlan>()

/** Returns the plan of a DTO class, created once. Throws if a constructor parameter cannot be filled. */
export function planOf(target: Class): ObjectPlan {
  const known = plans.get(target)
  if (known) return known
  refuseCaller(target, target.name)
  const plan = createPlan(target)
  plans.set(target, plan)
  try {
    fillPlan(plan, target, [target])
  } catch (error) {
    plans.delete(target)
    throw error
  }
  return plan
}

/** Plans a class that is used as a type. */
export function planClass(
  type: Extract<TypeInfo, { kind: 'class' }>,
  context: PlanContext,
): ValuePlan {
  const target = type.class
  if (!target) {
    throw new UnusableType(
      context.location,
      `${type.name} is an interface or type of a package, and those leave nothing at run time. Declare a class, or write its fields as an object type.`,
    )
  }
  refuseCaller(target, context.location)
  const form = scalarOf(target)
  if (form) return form.plan
  if (!isReflectable(target)) {
    throw new UnusableType(
      context.location,
      `${target.name} is a class without type information, as packages have them, so its fields are unknown. ` +
        `Declare a class or interface with the fields of the data, or define how data becomes one: scalar(${target.name}, { … }).`,
    )
  }
  if (context.chain.includes(target)) return repeated(planOf(target))
  const { typeArguments = [] } = type
  const meetsChain = context.chain.some((outer) => reachableFrom(target).has(outer))
  if (typeArguments.length === 0 && !meetsChain) return object(planOf(target))
  const plan = createPlan(target, typeArguments)
  fillPlan(plan, target, [...context.chain, target])
  return object(plan)
}

/** Refuses types that represent the caller. They come from authentication, never from request data. */
function refuseCaller(target: Class, location: string): void {
  if (!familyOf(target)) return
  throw new UnusableType(
    location,
    `a ${target.name} is who calls, and nothing that is sent may fill it. Take it as a parameter of the method.`,
  )
}

function createPlan(target: Class, typeArguments: readonly TypeInfo[] = []): ObjectPlan {
  const reflection = reflect(target)
  return new ObjectPlan(reflection.name, target, reflection.doc, typeArguments)
}

function fillPlan(plan: ObjectPlan, target: Class, chain: readonly Class[]): void {
  const reflection = reflect(target)
  attempt(reflection, () => refuseUnfilled(reflection))
  refuseStray(reflection)
  attempt(reflection, () => checksOf(target))
  attempt(reflection, () => shownFormOf(target))
  const bound = bindingsOf(reflection, plan.typeArguments)
  const fields = attemptEach(
    reflection.parameters,
    ({ at }) => ({ name: reflection.name, at }),
    (parameter) => ({
      ...planField(
        { ...parameter, type: bindTypeParameters(parameter.type, bound) },
        planContext(`${reflection.name}.${parameter.name} (${parameter.at})`, chain),
      ),
      name: parameter.name,
      isProperty: parameter.property !== undefined,
      default: parameter.default,
      doc: parameter.doc,
    }),
  )
  plan.fill(fields)
}

/** Refuses a class whose properties are declared in its body, as other libraries use them. */
function refuseUnfilled({
  name,
  at,
  parameters,
  implements: implemented,
  unfilled,
}: ClassReflection): void {
  // The properties of a job without parameters may be its state.
  const hasState = implemented.includes('Job') || parameters.some(({ property }) => property)
  const names = new Set(parameters.map((parameter) => parameter.name))
  const lost = unfilled.filter(
    (each) => !names.has(each.name) && (each.unfilled === true || !hasState),
  )
  if (lost.length === 0) return
  const written = lost.map((each) => each.written)
  const isOptional = (text: string) => / = |^\S+ \S+\?/u.test(text)
  const sorted = [...written.filter((text) => !isOptional(text)), ...written.filter(isOptional)]
  throw new UnusableType(
    `${name} (${at})`,
    `data fills the parameters of the constructor, and not ${lost.map((each) => `"${each.name}"`).join(', ')}. ` +
      `Write in place of these properties: constructor(${sorted.join(', ')}) {}. Put constraints before the parameters.`,
  )
}

function refuseStray({ class: target, parameters }: ClassReflection): void {
  for (const { member, position, create } of declaredAttributes(target)) {
    const isStray = member !== undefined && position === undefined
    if (!isStray || parameters.some((parameter) => parameter.name === member)) continue
    const place = placeOf(target, member)
    attempt(place, () => {
      const use = create()
      if (!isConstraint(use) && !isTransform(use) && !(use instanceof EachAttribute)) return
      throw new MisplacedConstraint(
        place.name,
        'a constraint on a property applies to the constructor parameter of that name, which does not exist. ' +
          'Add the parameter, or remove the constraint.',
      )
    })
  }
}
