import {
  Command,
  type int,
  Listener,
  McpHeader,
  McpResource,
  McpTool,
  Option,
  Schedule,
  Table,
} from 'fw'

@Table('sales')
export class BookSold {
  constructor(readonly id: int) {}
}

export class Shop {
  @Listener()
  count(event: BookSold): void {
    console.log(`Book ${event.id} is sold.`)
  }

  @Command('books:import', { description: 'Imports books.' })
  import(file: string, @Option() dryRun = false): void {
    console.log(dryRun ? `Would read ${file}.` : `Reads ${file}.`)
  }

  @Schedule('30 2 * * *', { timeZone: 'Europe/Oslo' })
  close(): void {
    console.log('The books are closed.')
  }

  @McpTool('find_book', 'Finds a book.', { annotations: { readOnlyHint: true } })
  find(title: string, @McpHeader('Region') region = 'eu'): string {
    return `${title} in ${region}`
  }

  @McpResource('books://{id}', 'book', 'One book.', { mimeType: 'text/plain' })
  read(id: int): string {
    return `Book ${id}`
  }
}
