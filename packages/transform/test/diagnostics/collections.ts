export class A {
  constructor(
    readonly map: Map<string, number>,
    readonly readonlyMap: ReadonlyMap<string, number>,
    readonly weakMap: WeakMap<object, number>,
    readonly set: Set<string>,
    readonly readonlySet: ReadonlySet<string>,
    readonly weakSet: WeakSet<object>,
    readonly iterable: Iterable<string>,
    readonly iterator: Iterator<string>,
    readonly iterableIterator: IterableIterator<string>,
    readonly generator: Generator<string>,
  ) {}
}

// cannot read the type "Map<string, number>" at packages/transform/test/diagnostics/collections.ts:3:19: the collection has no form in JSON. Write Record<string, T>.
// cannot read the type "ReadonlyMap<string, number>" at packages/transform/test/diagnostics/collections.ts:4:27: the collection has no form in JSON. Write Record<string, T>.
// cannot read the type "WeakMap<object, number>" at packages/transform/test/diagnostics/collections.ts:5:23: the collection has no form in JSON. Write Record<string, T>.
// cannot read the type "Set<string>" at packages/transform/test/diagnostics/collections.ts:6:19: the collection has no form in JSON. Write T[].
// cannot read the type "ReadonlySet<string>" at packages/transform/test/diagnostics/collections.ts:7:27: the collection has no form in JSON. Write T[].
// cannot read the type "WeakSet<object>" at packages/transform/test/diagnostics/collections.ts:8:23: the collection has no form in JSON. Write T[].
// cannot read the type "Iterable<string>" at packages/transform/test/diagnostics/collections.ts:9:24: the collection has no form in JSON. Write T[], or AsyncIterable<T> for a stream.
// cannot read the type "Iterator<string>" at packages/transform/test/diagnostics/collections.ts:10:24: the collection has no form in JSON. Write T[], or AsyncIterable<T> for a stream.
// cannot read the type "IterableIterator<string>" at packages/transform/test/diagnostics/collections.ts:11:32: the collection has no form in JSON. Write T[], or AsyncIterable<T> for a stream.
// cannot read the type "Generator<string>" at packages/transform/test/diagnostics/collections.ts:12:25: the collection has no form in JSON. Write T[], or AsyncIterable<T> for a stream.
