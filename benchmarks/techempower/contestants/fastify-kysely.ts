// Kysely has no prepared statements.
import { Kysely, PostgresDialect } from 'kysely'
import { Pool } from 'pg'
import { connectionString, poolSize } from '../address.ts'
import type { Fortune } from '../fortunes-page.ts'
import { serveFastify } from '../serve-fastify.ts'

interface Tables {
  world: { id: number; randomnumber: number }
  fortune: Fortune
}

const pool = new Pool({ connectionString, max: poolSize })
const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })

await serveFastify({
  readWorld: (id) =>
    db
      .selectFrom('world')
      .select(['id', 'randomnumber as randomNumber'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
  updateWorld: ({ id, randomNumber }) =>
    db.updateTable('world').set({ randomnumber: randomNumber }).where('id', '=', id).execute(),
  readFortunes: () => db.selectFrom('fortune').selectAll().execute(),
})
