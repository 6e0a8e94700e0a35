import type { Token } from '../../base/container/binding.ts'
import type { Container } from '../../base/container/container.ts'
import { knownFrom, remedyOf, suppliedAs } from '../../base/container/supplied.ts'
import { HttpRequest } from '../message/http-request.ts'
import { InvalidMiddleware } from '../error-handling/errors.ts'
import { providedBy, type Link } from './chain-plan.ts'

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
 * `given` exist from the start, those in `admitted` exist before the route is called.
 */
export function checkProvided(
  links: readonly Link[],
  container: Container,
  needs?: Needs,
  given: Iterable<Token> = [],
  admitted: readonly Token[] = [],
): void {
  if (links.length === 0 && !needs?.parameters.length) return
  const provided = new Map<Token, string>(Array.from(given, (type) => [type, 'the application']))
  provided.set(HttpRequest, 'fw')
  for (const [index, { type, level, provides }] of links.entries()) {
    for (const each of provides ?? []) if (!provided.has(each)) provided.set(each, type.name)
    for (const needed of container.supplied(type)) {
      if (provided.has(suppliedAs(needed))) continue
      const later = links
        .slice(index + 1)
        .find((link) => providesOf(link).includes(suppliedAs(needed)))
      const parameter = `The constructor of ${type.name}`
      throw new InvalidMiddleware(
        level.name,
        level.at,
        later ? tooLate(parameter, type, needed, later) : lacking(parameter, needed),
      )
    }
    for (const each of provides ? [] : providedBy(type)) {
      const first = provided.get(each)
      if (first) {
        const both = `${first} and ${type.name} both provide ${each.name}`
        throw new InvalidMiddleware(
          level.name,
          level.at,
          `${both}. Remove one of them with @Without.`,
        )
      }
      provided.set(each, type.name)
    }
  }
  for (const type of admitted) provided.set(type, 'Authentication')
  const missing = needs?.parameters.find(({ type }) => !provided.has(suppliedAs(type)))
  if (needs && missing) {
    throw new InvalidMiddleware(needs.name, needs.at, lacking(missing.name, missing.type))
  }
}

function providesOf({ type, provides }: Link): readonly Token[] {
  return provides ?? providedBy(type)
}

function lacking(parameter: string, type: Token): string {
  const remedy =
    remedyOf(type) ??
    `Add one that is marked @Provides(${type.name}) with @Use, in an earlier position or stage.`
  return `${parameter} takes a ${type.name}, which no middleware before it provides. ${remedy}`
}

function tooLate(parameter: string, middleware: Token, type: Token, later: Link): string {
  const known = knownFrom(type)
  return known === undefined
    ? `${parameter} takes a ${type.name}, which ${later.type.name} (${later.level.name}) provides after it. ` +
        `Move ${later.type.name} before ${middleware.name}: to an earlier position or stage.`
    : `${parameter} takes a ${type.name}. ${known} Remove the @Stage of ${middleware.name}.`
}
