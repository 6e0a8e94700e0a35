export class A {
  constructor(
    readonly weakMap: WeakMap<object, number>,
    readonly weakSet: WeakSet<object>,
    readonly byDate: Map<Date, string>,
    readonly dates: Set<Date>,
    readonly iterable: Iterable<string>,
    readonly iterator: Iterator<string>,
    readonly iterableIterator: IterableIterator<string>,
    readonly generator: Generator<string>,
  ) {}
}

// cannot read the type "WeakMap<object, number>" at packages/transform/test/diagnostics/collections.ts:3:23: the collection has no JSON representation. Write Map<string, T>.
// cannot read the type "WeakSet<object>" at packages/transform/test/diagnostics/collections.ts:4:23: the collection has no JSON representation. Write Set<string>.
// cannot read the type "Map<Date, string>" at packages/transform/test/diagnostics/collections.ts:5:22: keys must be strings or numbers. Write string for the keys.
// cannot read the type "Set<Date>" at packages/transform/test/diagnostics/collections.ts:6:21: the elements of a Set must be strings, numbers, booleans or literals. Write T[].
// cannot read the type "Iterable<string>" at packages/transform/test/diagnostics/collections.ts:7:24: the collection has no JSON representation. Write T[], or AsyncIterable<T> for a stream.
// cannot read the type "Iterator<string>" at packages/transform/test/diagnostics/collections.ts:8:24: the collection has no JSON representation. Write T[], or AsyncIterable<T> for a stream.
// cannot read the type "IterableIterator<string>" at packages/transform/test/diagnostics/collections.ts:9:32: the collection has no JSON representation. Write T[], or AsyncIterable<T> for a stream.
// cannot read the type "Generator<string>" at packages/transform/test/diagnostics/collections.ts:10:25: the collection has no JSON representation. Write T[], or AsyncIterable<T> for a stream.
