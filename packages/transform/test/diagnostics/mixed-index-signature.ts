interface Base {
  id: string
}
interface Rest extends Base {
  [key: string]: string
}
export class A {
  constructor(
    readonly literal: { id: string; [key: string]: string },
    readonly rest: Rest,
  ) {}
}
