export class A {
  constructor(readonly id: `user-${number}`) {}
}
