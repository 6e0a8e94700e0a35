import type { Token } from '../container/binding.ts'
import { chooseToken } from '../container/chosen-token.ts'
import type { Problem } from '../container/problem.ts'
import { attribute } from '../reflection/attribute.ts'
import type { TypeInfo } from '../reflection/type-info.ts'
import { typeText } from '../reflection/type-text.ts'
import { isDatabaseName } from './database-keys.ts'

/** The name of a database, set with `@Connection`. */
export class ConnectionAttribute {
  readonly connection: string

  constructor(name: string) {
    if (typeof name !== 'string' || !isDatabaseName(name)) {
      throw new TypeError(
        `${JSON.stringify(name)} is not a valid name for @Connection. Begin with a letter; use lower-case letters, digits and single "_", but neither "application" nor "migration".`,
      )
    }
    this.connection = name
  }

  [chooseToken](type: TypeInfo): { readonly token: Token } | Problem {
    return isNameable(type)
      ? { token: type.class[named](this.connection) }
      : {
          problem: 'primitive',
          what: `@Connection is only for parameters of type Database, but the type is ${typeText(type)}.`,
          remedy: 'Declare the parameter as a Database of @fw/query, or remove @Connection.',
        }
  }
}

/** Selects a named database for a parameter of type `Database`: `@Connection('reporting')`. */
export const Connection = attribute(ConnectionAttribute, '…')

/** The key of a static method that returns the container token of a named instance. */
export const named: unique symbol = Symbol.for('fw.named') as never

interface NameableType {
  readonly kind: 'class'
  readonly class: { [named](name: string): Token }
}

/** True for a class whose instances can have names. */
export function isNameable(type: TypeInfo): type is TypeInfo & NameableType {
  return type.kind === 'class' && typeof type.class === 'function' && named in type.class
}
