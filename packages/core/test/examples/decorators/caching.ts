import {
  Application,
  Compress,
  Conditional,
  Get,
  StaticFiles,
} from '@fw/core'

@Application()
@StaticFiles('/covers', 'covers', { immutable: /\.[0-9a-f]{8}\./ })
@Compress({ threshold: '2KiB' })
export class Library {}

export class Books {
  @Conditional('public, max-age=60')
  @Get('/books')
  list() {
    return Array.from({ length: 500 }, (_, id) => ({
      id,
      title: `Book ${id}`,
    }))
  }
}
