import type { Token } from '../../base/container/binding.ts'
import type { Container } from '../../base/container/container.ts'
import { availabilityOf, remedyOf, suppliedAs } from '../../base/container/supplied.ts'
import { HttpRequest } from '../message/http-request.ts'
import { InvalidMiddleware } from '../error-handling/errors.ts'
import { providedBy, type PlannedMiddleware } from './chain-plan.ts'

/** The values that a method or constructor needs. They must be provided before it runs. */
export interface Needs {
  /** The method, as `Class.method`. */
  readonly name: string
  /** The location, as `file:line:column`. */
  readonly at: string
  readonly parameters: readonly { readonly name: string; readonly type: Token }[]
}

/**
 * Throws `InvalidMiddleware` if a value is never provided, provided too late, or provided twice. Values of the types in
 * `initial` exist from the start, those in `fromAuthentication` exist before the route is called.
 */
export function checkProvided(
  middleware: readonly PlannedMiddleware[],
  container: Container,
  needs?: Needs,
  initial: Iterable<Token> = [],
  fromAuthentication: readonly Token[] = [],
): void {
  if (middleware.length === 0 && !needs?.parameters.length) return
  const provided = new Map<Token, string>(Array.from(initial, (type) => [type, 'the application']))
  provided.set(HttpRequest, 'fw')
  for (const [index, { type, level, provides }] of middleware.entries()) {
    for (const each of provides ?? []) if (!provided.has(each)) provided.set(each, type.name)
    for (const needed of container.supplied(type)) {
      if (provided.has(suppliedAs(needed))) continue
      const later = middleware
        .slice(index + 1)
        .find((planned) => providesOf(planned).includes(suppliedAs(needed)))
      const parameter = `The constructor of ${type.name}`
      throw new InvalidMiddleware(
        level.name,
        level.at,
        later
          ? describeTooLate(parameter, type, needed, later)
          : describeMissing(parameter, needed),
      )
    }
    for (const each of provides ? [] : providedBy(type)) {
      const provider = provided.get(each)
      if (provider) {
        const providers = `${provider} and ${type.name} both provide ${each.name}`
        throw new InvalidMiddleware(level.name, level.at, `${providers}. Remove one of them.`)
      }
      provided.set(each, type.name)
    }
  }
  for (const type of fromAuthentication) provided.set(type, 'Authentication')
  const missing = needs?.parameters.find(({ type }) => !provided.has(suppliedAs(type)))
  if (needs && missing) {
    throw new InvalidMiddleware(needs.name, needs.at, describeMissing(missing.name, missing.type))
  }
}

function providesOf({ type, provides }: PlannedMiddleware): readonly Token[] {
  return provides ?? providedBy(type)
}

function describeMissing(parameter: string, type: Token): string {
  const remedy =
    remedyOf(type) ??
    `Add one with @Use that is marked @Provides(${type.name}), in an earlier position or stage.`
  return `${parameter} takes ${type.name}, which no middleware before it provides. ${remedy}`
}

function describeTooLate(
  parameter: string,
  middleware: Token,
  type: Token,
  later: PlannedMiddleware,
): string {
  const reason = availabilityOf(type)
  return reason === undefined
    ? `${parameter} takes ${type.name}, which ${later.type.name} (${later.level.name}) provides after it. ` +
        `Move ${later.type.name} before ${middleware.name}: to an earlier position or stage.`
    : `${parameter} takes ${type.name}. ${reason} Remove the @Stage of ${middleware.name}.`
}
