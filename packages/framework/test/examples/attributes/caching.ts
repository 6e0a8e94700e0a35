import { Application, Compress, Conditional, Get } from 'fw'

@Application()
@Compress({ threshold: '2KiB' })
export class Library {}

export class Books {
  @Conditional('public, max-age=60')
  @Get('/books')
  list() {
    return Array.from({ length: 500 }, (_, id) => ({ id, title: `Book ${id}` }))
  }
}
