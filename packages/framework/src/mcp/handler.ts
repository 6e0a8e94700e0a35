import type { Class } from '../reflection/type-info.ts'

/** A method that serves a tool or resource. */
export interface Handler {
  readonly class: Class
  readonly methodName: string
  /** `Class.method` */
  readonly owner: string
}
