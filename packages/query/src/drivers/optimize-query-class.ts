import type { PostgresJs } from './postgres-js-driver.ts'

/**
 * Makes V8 compile the constructor of the driver's query class. The class extends Promise and has a static getter, so
 * V8 stores its members in a dictionary, and fails each time it tries to compile the constructor. The uncompiled
 * constructor allocates closures directly in the old generation, where they keep the data of a query in memory until
 * the next full garbage collection. Reading a static member through a subclass moves the members out of the dictionary.
 * It has no other effect.
 */
export function optimizeQueryClass(sql: PostgresJs): void {
  // The query is not sent, because `then` is never called.
  const { constructor } = sql.unsafe('', [], { prepare: false, simple: false })
  class Subclass extends (constructor as PromiseConstructor)<unknown> {}
  Reflect.get(Subclass, 'resolve')
}
