type Wide<T> = T extends string ? string : number
export class A {
  constructor(readonly wide: Wide<'a'>) {}
}
