export class Stock {
  constructor(readonly amounts: Map<string, number>) {}
}
