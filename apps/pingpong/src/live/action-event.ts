import type { int } from '@fw/core'

/** A ping has come to a stage of its way. */
export class ActionEvent {
  constructor(
    readonly stage: string,
    readonly id: int | null = null,
    readonly scenario: string | null = null,
  ) {}
}
