import type { PostgresJs } from './postgres-js-driver.ts'

/**
 * Lets V8 compile the constructor of the driver's queries. The class extends Promise and has a static getter: V8 keeps
 * its members in a dictionary, and then gives up each time it compiles the constructor. Uncompiled, that makes closures
 * which are born old, and keep all of a statement until the next full collection. Reading a static member through a
 * subclass takes the members out of the dictionary, and changes nothing else.
 */
export function settleQueryClass(sql: PostgresJs): void {
  // A query that nobody waits for is never sent.
  const { constructor } = sql.unsafe('', [], { prepare: false, simple: false })
  class Heir extends (constructor as PromiseConstructor)<unknown> {}
  Reflect.get(Heir, 'resolve')
}
