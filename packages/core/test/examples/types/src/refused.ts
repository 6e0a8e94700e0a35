export class Stock {
  constructor(readonly amounts: WeakMap<object, number>) {}
}
