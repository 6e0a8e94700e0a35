const key = 'a'
export class A {
  constructor(readonly data: { [key]: string }) {}
}
