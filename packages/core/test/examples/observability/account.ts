import { Sensitive } from '@fw/core'

export class Account {
  constructor(
    readonly name: string,
    @Sensitive() readonly pin: string,
  ) {}
}
