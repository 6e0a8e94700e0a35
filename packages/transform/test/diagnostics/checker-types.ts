function create() {
  return { id: 1 }
}
class Order {}
export class A {
  constructor(
    readonly returned: ReturnType<typeof create>,
    readonly instance: InstanceType<typeof Order>,
    readonly parameters: Parameters<typeof create>,
    readonly constructed: ConstructorParameters<typeof Order>,
    readonly upper: Uppercase<'a'>,
  ) {}
}
