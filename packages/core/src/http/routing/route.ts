import type { Place } from '../../base/reflection/attempt.ts'
import type { ArgumentPlan } from '../binding/argument-plan.ts'
import type { ClassReflection, MethodReflection } from '../../base/reflection/class-reflection.ts'
import type { MatchedRoute } from '../message/target.ts'

/** A method of a controller that handles one HTTP method on one path. */
export interface Route extends MatchedRoute {
  /**
   * The declared status; undefined means 200, or 204 without content. Not used if the method
   * returns a `Reply` or `Response`.
   */
  readonly status: number | undefined
  readonly placeholders: readonly string[]
  readonly arguments: ArgumentPlan
  /** The declaration, for the OpenAPI document. */
  readonly declaration: { readonly class: ClassReflection; readonly method: MethodReflection }
}

/** Returns the name and location of a route's method. */
export function placeOfRoute({ declaration: { class: owner, method } }: Route): Place {
  return { name: `${owner.name}.${method.name}`, at: method.at }
}
