import { attribute } from '../reflection/attribute.ts'
import type { Class } from '../reflection/type-info.ts'
import type { Operation } from './document.ts'

/** An attribute of a method or class that adds to the operations it stands on, such as `security`. */
export interface OperationAttribute {
  /** Laid over the operation. */
  openApi(): Partial<Operation>
}

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
