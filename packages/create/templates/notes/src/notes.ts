import { ApiResponse, Body, Delete, Get, HttpError, MaxLength } from '@fw/core'
import { NotBlank, Post, Query, type int } from '@fw/core'
import { __public__ } from '@fw/core'
import { __maxlength__ } from '__shared__'

/** The body of a request to write a note. */
export class NewNote {
  constructor(
    @NotBlank() @MaxLength(__maxlength__) readonly text: string,
    readonly tags: string[] = [],
  ) {}
}

/** A stored note. */
export class Note {
  constructor(
    readonly id: int,
    readonly text: string,
    readonly tags: string[],
    readonly writtenAt: Date,
  ) {}
}

export class NotesController {
  readonly #notes = new Map<int, Note>()
  #lastId = 0

  /** Writes a note. */
  @Post('/notes', { status: 201 })
  write(@Body() written: NewNote): Note {
    const note = new Note(++this.#lastId, written.text, written.tags, new Date())
    this.#notes.set(note.id, note)
    return note
  }

  /** Lists the notes, or only those with a tag. */
  @Get('/notes')
  @__public__()
  list(@Query() tag: string | null = null): Note[] {
    const notes = [...this.#notes.values()]
    return tag === null ? notes : notes.filter((note) => note.tags.includes(tag))
  }

  /** Shows a note. */
  @Get('/notes/{id}')
  @__public__()
  @ApiResponse(404, 'There is no such note.')
  show(id: int): Note {
    const note = this.#notes.get(id)
    if (!note) throw new HttpError(404, `There is no note ${id}.`)
    return note
  }

  /** Deletes a note. */
  @Delete('/notes/{id}', { status: 204 })
  @ApiResponse(404, 'There is no such note.')
  remove(id: int): void {
    this.#notes.delete(this.show(id).id)
  }
}
