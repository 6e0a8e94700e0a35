import { attribute } from '../../base/reflection/attribute.ts'
import type { Class } from '../../base/reflection/type-info.ts'

export class ListOfAttribute {
  readonly item: () => Class

  constructor(item: () => Class) {
    this.item = item
  }
}

/** Declares the class of the elements of an array; equivalent to the type `Item[]`. */
export const ListOf = attribute(ListOfAttribute, '…')
