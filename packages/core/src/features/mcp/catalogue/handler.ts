import type {
  ClassReflection,
  MethodReflection,
} from '../../../base/reflection/class-reflection.ts'
import type { Class } from '../../../base/reflection/type-info.ts'

/** A method that serves a tool or resource. */
export interface Handler {
  readonly class: Class
  readonly methodName: string
  /** The method, as `Class.method`. */
  readonly owner: string
  /** The declaration of the method; undefined if it is not declared with a decorator. */
  readonly declaration?: { readonly class: ClassReflection; readonly method: MethodReflection }
}
