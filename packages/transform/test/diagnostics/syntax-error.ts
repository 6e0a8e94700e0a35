export class A {
  constructor(readonly value: string {}
}
