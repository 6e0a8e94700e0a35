import type { Place } from '../../reflection/attempt.ts'
import type { ArgumentPlan } from '../../binding/argument-plan.ts'
import type { ClassReflection, MethodReflection } from '../../reflection/reflect.ts'
import type { MatchedRoute } from '../../message/http-request.ts'

/** One method of a controller that answers one HTTP method on one path. */
export interface Route extends MatchedRoute {
  /** The declared status of plain data; undefined means 200, or 204 without content. */
  readonly status: number | undefined
  readonly placeholders: readonly string[]
  readonly arguments: ArgumentPlan
  /** The declaration that OpenAPI describes. */
  readonly declaration: { readonly class: ClassReflection; readonly method: MethodReflection }
}

/** Where the method of a route stands. */
export function placeOfRoute({ declaration: { class: owner, method } }: Route): Place {
  return { name: `${owner.name}.${method.name}`, at: method.at }
}
