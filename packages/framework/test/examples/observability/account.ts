import { Sensitive } from 'fw'

export class Account {
  constructor(
    readonly name: string,
    @Sensitive() readonly pin: string,
  ) {}
}
