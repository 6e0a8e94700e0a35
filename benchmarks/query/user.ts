import type { int } from '@fw/core'

/** A row of `users` as an object, checked on the way. */
export class User {
  constructor(
    readonly id: int,
    readonly team_id: int,
    readonly city_id: int | null,
    readonly name: string,
    readonly age: int,
    readonly active: boolean,
  ) {}
}
