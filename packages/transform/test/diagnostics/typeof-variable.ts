const settings = { size: 1 }
let count = 1
export class A {
  constructor(
    readonly settings: typeof settings,
    readonly count: typeof count,
    readonly element: (typeof list)[number],
  ) {
    count++
  }
}
const list = ['a', 'b']
