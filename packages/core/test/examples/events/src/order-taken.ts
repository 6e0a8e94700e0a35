export class OrderTaken {
  constructor(
    readonly id: number,
    readonly email: string,
  ) {}
}
