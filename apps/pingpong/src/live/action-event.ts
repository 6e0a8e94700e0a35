import type { int } from 'fw'

/** A ping has come to a stage of its way. */
export class ActionEvent {
  constructor(
    readonly stage: string,
    readonly id: int | null = null,
    readonly scenario: string | null = null,
  ) {}
}
