interface Service {
  name: string
  send(text: string): void
}
export class A {
  constructor(readonly service: Service) {}
}
