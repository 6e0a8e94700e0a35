import { attribute } from '../reflection/attribute.ts'
import type { Class } from '../reflection/type-info.ts'

export class ListOfAttribute {
  readonly item: () => Class

  constructor(item: () => Class) {
    this.item = item
  }
}

/** The elements of an array are instances of this class; says the same as `Item[]`. */
export const ListOf = attribute(ListOfAttribute)
