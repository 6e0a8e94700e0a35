import {
  Command,
  Connection,
  HealthCheck,
  type int,
  JobOptions,
  Listener,
  McpHeader,
  McpResource,
  McpTool,
  Option,
  Schedule,
  Table,
} from '@fw/core'
import { Database } from '@fw/query'
import type { Job } from '@fw/queue'

@Table('sales')
export class BookSold {
  constructor(readonly id: int) {}
}

export class Sales {
  constructor(
    @Connection('reporting') private readonly database: Database,
  ) {}

  count(): Promise<number> {
    return this.database.table('sales').count()
  }
}

@JobOptions({ queue: 'mail', timeout: '1m' })
export class SendReceipt implements Job {
  constructor(readonly sale: int) {}

  handle(): void {
    console.log(`The receipt of sale ${this.sale} is sent.`)
  }
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

  @HealthCheck('stock', { probe: 'report' })
  counted(): { readonly books: int } {
    return { books: 3 }
  }

  @McpTool('find_book', 'Finds a book.', {
    annotations: { readOnlyHint: true },
  })
  find(title: string, @McpHeader('Region') region = 'eu'): string {
    return `${title} in ${region}`
  }

  @McpResource('books://{id}', 'book', 'One book.', {
    mimeType: 'text/plain',
  })
  read(id: int): string {
    return `Book ${id}`
  }
}
