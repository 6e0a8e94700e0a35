export class A {
  constructor(readonly id: string & { readonly brand: 'id' }) {}
}
