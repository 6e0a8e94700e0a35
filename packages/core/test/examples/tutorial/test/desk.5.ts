import { readdirSync, readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { type Application, createApp } from '@fw/core'
import { Database } from '@fw/query'

/** The application with an empty database in memory. */
export function createDesk(): Promise<Application> {
  return createApp(new URL('..', import.meta.url), {
    validateResponses: true,
    bootstrap: (container) => void container.instance(Database, emptyDatabase()),
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
