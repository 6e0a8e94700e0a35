import { attribute } from '../../base/reflection/attribute.ts'
import type { Class } from '../../base/reflection/type-info.ts'
import type { Route } from '../../http/routing/route.ts'
import type { Operation } from '../../data/schema/operation.ts'

/** A decorator that adds members, such as `security`, to the operations of a method, class or application. */
export interface OperationAttribute {
  /**
   * Returns the additions to the operation of a route. Responses are merged by status, and parameters by name and
   * location. Any other member replaces the generated one.
   */
  openApi(route: Route): Partial<Operation>
}

/** True if a decorator or middleware class adds to operations. */
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

/**
 * Documents a status that the method may return; `type` is the class of its body. The framework does not check whether
 * the method returns it.
 */
export const ApiResponse = attribute(ApiResponseAttribute, '…')

/** Excludes the routes of a method or class from the OpenAPI document. The routes still work. */
export const Hidden = attribute(HiddenAttribute)

/** Documents that `data` of the returned page is a list of this class, if the return type does not specify it. */
export const PaginatedItem = attribute(PaginatedItemAttribute, '…')
