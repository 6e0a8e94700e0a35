import { attribute } from '../../base/reflection/attribute.ts'

export class ListenerAttribute {}

/** Marks a method that receives the events of its parameter's class and subclasses. */
export const Listener = attribute(ListenerAttribute)
