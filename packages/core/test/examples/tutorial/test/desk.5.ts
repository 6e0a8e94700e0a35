import { readdirSync, readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { type Application, createApp } from '@fw/core'
import { Database } from '@fw/query'

/** The application with an empty database in memory. */
export function createDesk(): Promise<Application> {
  return createApp(new URL('..', import.meta.url), {
    validateResponses: true,
    bootstrap(container) {
      container.instance(Database, emptyDatabase())
    },
  })
}

function emptyDatabase(): Database {
  const connection = new DatabaseSync(':memory:')
  const folder = new URL('../migrations/', import.meta.url)
  for (const file of readdirSync(folder).toSorted()) {
    const sql = readFileSync(new URL(file, folder), 'utf8')
    connection.exec(sql.split('-- fw:down')[0] ?? '')
  }
  return Database.of(connection)
}

export function openTicket(
  { kernel }: Application,
  ticket: object,
): Promise<Response> {
  const init = { method: 'POST', body: JSON.stringify(ticket) }
  return kernel.fetch(new Request('http://localhost/tickets', init))
}
