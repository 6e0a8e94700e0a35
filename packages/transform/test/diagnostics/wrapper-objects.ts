export class A {
  constructor(
    readonly string: String,
    readonly number: Number,
    readonly boolean: Boolean,
    readonly bigint: BigInt,
    readonly object: Object,
    readonly symbol: Symbol,
    readonly call: Function,
  ) {}
}
