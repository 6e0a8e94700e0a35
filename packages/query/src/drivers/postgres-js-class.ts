import type { PostgresJs } from './postgres-js-driver.ts'

/**
 * Lets V8 compile the constructor of the driver's queries. The class extends Promise and has a
 * static getter, so V8 stores its members in a dictionary and gives up each time it compiles the
 * constructor. The interpreted constructor allocates closures directly in the old generation, where
 * they keep the data of a query until the next full collection. Reading a static member through a
 * subclass moves the members out of the dictionary. It has no other effect.
 */
export function settleQueryClass(sql: PostgresJs): void {
  // A query without a `then` call is never sent.
  const { constructor } = sql.unsafe('', [], { prepare: false, simple: false })
  class Heir extends (constructor as PromiseConstructor)<unknown> {}
  Reflect.get(Heir, 'resolve')
}
