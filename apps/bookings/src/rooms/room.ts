import { type int, Max, MaxLength, Min, NotBlank, Trim } from '@fw/core'

/** A room without its number: of a request, or a line of a file. */
export class NewRoom {
  constructor(
    @Trim() @NotBlank() @MaxLength(60) readonly name: string,
    @Min(1) @Max(100) readonly seats: int,
    /** The price of an hour, in cents. */
    @Min(0) @Max(1_000_000) readonly hourlyCents: int,
  ) {}
}

export class Room {
  constructor(
    readonly id: int,
    readonly name: string,
    readonly seats: int,
    readonly hourlyCents: int,
  ) {}
}
