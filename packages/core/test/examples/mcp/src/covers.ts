import { McpTool, type int } from '@fw/core'

export class Covers {
  @McpTool('cover', 'Shows the cover of a book.')
  cover(book: int) {
    return [
      { type: 'text', text: `The cover of book ${book}:` },
      { type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' },
    ]
  }
}
