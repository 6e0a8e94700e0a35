export class A {
  constructor({ name }: { name: string }, [first]: string[]) {
    void [name, first]
  }
}
