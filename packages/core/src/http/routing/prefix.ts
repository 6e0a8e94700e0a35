import { attribute } from '../../base/reflection/attribute.ts'
import { classAttributes } from '../../base/reflection/reflect.ts'
import type { ClassReflection } from '../../base/reflection/class-reflection.ts'
import type { Class } from '../../base/reflection/type-info.ts'
import { InvalidPathTemplate, InvalidRoute } from '../error-handling/errors.ts'
import { parsePath } from './path-template.ts'

export class PrefixAttribute {
  readonly path: string

  constructor(path: string) {
    this.path = path
  }
}

/** Adds a prefix to the paths of all routes of a class, or of the application. It may contain placeholders. */
export const Prefix = attribute(PrefixAttribute, '…')

/** Returns the prefix of a class, or else of its parent, or else an empty string. Throws if it is invalid. */
export function prefixOf(type: ClassReflection): string {
  const found = type.attributes.filter(isPrefix)
  const parent = Object.getPrototypeOf(type.class) as Class
  const inherited = parent === Function.prototype ? [] : classAttributes(parent).filter(isPrefix)
  if (found.length - inherited.length > 1) {
    throw new InvalidRoute(type.name, type.at, '@Prefix is used twice. Keep one.')
  }
  const path = found.at(-1)?.path ?? ''
  if (path === '') return path
  parsePath(path, type.name)
  if (path.endsWith('/')) {
    const problem = 'a prefix must not end with "/", because paths begin with one.'
    throw new InvalidPathTemplate(type.name, path, problem)
  }
  return path
}

export function isPrefix(use: object): use is PrefixAttribute {
  return use instanceof PrefixAttribute
}

/** Joins the path of a route and its prefixes, the outermost first. A path of `/` adds nothing. */
export function joinPrefixes(prefixes: readonly string[], path: string): string {
  const prefix = prefixes.join('')
  return path === '/' && prefix !== '' ? prefix : prefix + path
}
