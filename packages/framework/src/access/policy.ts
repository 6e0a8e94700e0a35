import type { Denied } from './denied.ts'

/** What a policy answers: only `true` allows. */
export type Decision = boolean | Denied

/**
 * Marks a class whose methods decide who may do something: `allows(user: User, id: int)`. The first parameter is the
 * caller; the others are filled from the parameters of the guarded method, by name.
 */
export interface Policy {}

/** The methods of a policy that decide. */
export type DecisionName<P> = {
  [Name in keyof P]: P[Name] extends (...args: never[]) => Decision | Promise<Decision>
    ? Name
    : never
}[keyof P] &
  string
