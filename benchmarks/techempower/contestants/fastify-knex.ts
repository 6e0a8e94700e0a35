// Knex has no prepared statements by name on PostgreSQL.
import knex from 'knex'
import { connectionString, poolSize } from '../address.ts'
import type { Fortune } from '../fortunes-page.ts'
import { serveFastify } from '../serve-fastify.ts'
import type { World } from '../world.ts'

const db = knex.knex({
  client: 'pg',
  connection: connectionString,
  pool: { min: 0, max: poolSize },
})

await serveFastify({
  readWorld: (id) => db('world').where('id', id).first<World>('id', 'randomnumber as randomNumber'),
  updateWorld: async ({ id, randomNumber }) =>
    db('world').where('id', id).update({ randomnumber: randomNumber }),
  readFortunes: async () => db<Fortune>('fortune').select('*'),
})
