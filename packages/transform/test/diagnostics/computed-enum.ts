enum Size {
  Small = 'small'.length,
  Large = Small * 2,
}
export class A {
  constructor(readonly size: Size) {}
}
