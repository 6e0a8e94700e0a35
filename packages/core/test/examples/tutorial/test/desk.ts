import { readdirSync, readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { type Application, createApp } from '@fw/core'
import { Database } from '@fw/query'
import { MemoryQueue, Queue } from '@fw/queue'

/** The application with an empty database and queue in memory. */
export function createDesk(): Promise<Application> {
  return createApp(new URL('..', import.meta.url), {
    validateResponses: true,
    bootstrap(container) {
      container.instance(Database, emptyDatabase()).instance(Queue, new MemoryQueue())
    },
  })
}

function emptyDatabase(): Database {
  const connection = new DatabaseSync(':memory:')
  const folder = new URL('../migrations/', import.meta.url)
  for (const file of readdirSync(folder).toSorted()) {
    const [up = ''] = readFileSync(new URL(file, folder), 'utf8').split('-- fw:down')
    connection.exec(up)
  }
  return Database.of(connection)
}

export function openTicket({ kernel }: Application, ticket: object): Promise<Response> {
  const body = JSON.stringify(ticket)
  return kernel.fetch(new Request('http://localhost/tickets', { method: 'POST', body }))
}
