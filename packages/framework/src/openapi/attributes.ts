import { attribute } from '../reflection/attribute.ts'
import type { Class } from '../reflection/type-info.ts'
import type { Route } from '../http/routing/route.ts'
import type { Operation } from '../schema/operation.ts'

/** An attribute that adds to the operations of the method, class or application that it stands on, such as `security`. */
export interface OperationAttribute {
  /**
   * What it adds to the operation of a route: responses by their status, parameters by name and place; all else takes the
   * place of what is known.
   */
  openApi(route: Route): Partial<Operation>
}

/** Whether an attribute, or a class of middleware, says something about operations. */
export function isOperationAttribute(use: object): use is OperationAttribute {
  return 'openApi' in use && typeof use.openApi === 'function'
}

export class ApiResponseAttribute {
  readonly status: number
  readonly description: string
  readonly type: Class | undefined

  constructor(status: number, description: string, type?: Class) {
    this.status = status
    this.description = description
    this.type = type
  }
}

export class HiddenAttribute {}

export class PaginatedItemAttribute {
  readonly item: () => Class

  constructor(item: () => Class) {
    this.item = item
  }
}

/** Documents a status that the method may answer with; `type` is the class of its body. Nothing enforces it. */
export const ApiResponse = attribute(ApiResponseAttribute)

/** Leaves the routes of a method or class out of the document; they keep working. */
export const Hidden = attribute(HiddenAttribute)

/** Documents `data` of the returned page as a list of this class, where the return type does not say so. */
export const PaginatedItem = attribute(PaginatedItemAttribute)
