import { ApiResponse, Body, Email, Get, HttpError } from '@fw/core'
import { MaxLength, NotBlank, Post, Query, type int } from '@fw/core'

/** What a guest sends. */
export class NewEntry {
  constructor(
    @NotBlank() readonly name: string,
    @MaxLength(200) readonly text: string,
    readonly stars: 1 | 2 | 3 | 4 | 5,
    @Email() readonly email: string | null = null,
  ) {}
}

/** What everybody may read. */
export class Entry {
  constructor(
    readonly id: int,
    readonly name: string,
    readonly text: string,
    readonly stars: int,
  ) {}
}

export class GuestbookController {
  readonly #entries: Entry[] = []

  /** Signs the guestbook. */
  @Post('/entries', { status: 201 })
  sign(@Body() written: NewEntry): Entry {
    const id = this.#entries.length + 1
    const entry = new Entry(
      id,
      written.name,
      written.text,
      written.stars,
    )
    this.#entries.push(entry)
    return entry
  }

  /** Lists the latest entries. */
  @Get('/entries')
  list(@Query() limit: int = 10): Entry[] {
    return this.#entries.slice(-limit)
  }

  /** Shows an entry. */
  @Get('/entries/{id}')
  @ApiResponse(404, 'There is no such entry.')
  show(id: int): Entry {
    const entry = this.#entries[id - 1]
    if (!entry) throw new HttpError(404, `There is no entry ${id}.`)
    return entry
  }
}
