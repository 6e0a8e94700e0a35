import type { Slot } from '../../validation/slot.ts'
import type { Call } from '../call.ts'

/** Where one parameter of a method comes from, decided when the method is registered. */
export interface Source {
  readonly kind: 'body' | 'query' | 'path' | 'upload' | 'request' | 'default'
  /** The parameter's name. */
  readonly name: string
  /** What is published about it; absent for what the framework itself hands in. */
  readonly slot?: Slot
  /** Reads, casts and checks the value; pushes failures to `call.errors`. */
  read(call: Call): unknown
}
