import type { Denied } from './denied.ts'

/** The result of a policy. Only `true` allows the call. */
export type Decision = boolean | Denied

/**
 * Marks a class whose methods decide access: `allows(user: User, id: int)`. The first parameter is the caller; the
 * others are filled from the parameters of the guarded method, by name.
 */
export interface Policy {}

/** The names of the methods of a policy that return a decision. */
export type DecisionName<P> = {
  [Name in keyof P]: P[Name] extends (...args: never[]) => Decision | Promise<Decision>
    ? Name
    : never
}[keyof P] &
  string
