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
