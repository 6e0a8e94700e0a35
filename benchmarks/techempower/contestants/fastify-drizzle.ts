import { eq, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { Pool } from 'pg'
import { connectionString, poolSize } from '../address.ts'
import { serveFastify } from '../serve-fastify.ts'
import type { World } from '../world.ts'

const world = pgTable('world', {
  id: integer().primaryKey(),
  randomNumber: integer('randomnumber').notNull(),
})
const fortune = pgTable('fortune', { id: integer().primaryKey(), message: text().notNull() })

const db = drizzle(new Pool({ connectionString, max: poolSize }))
const ofId = eq(world.id, sql.placeholder('id'))
const select = db.select().from(world).where(ofId).prepare('select')
const update = db
  .update(world)
  .set({ randomNumber: sql`${sql.placeholder('randomNumber')}` })
  .where(ofId)
  .prepare('update')
const fortunes = db.select().from(fortune).prepare('fortunes')

await serveFastify({
  readWorld: async (id) => (await select.execute({ id }))[0] as World,
  updateWorld: ({ id, randomNumber }) => update.execute({ id, randomNumber }),
  readFortunes: () => fortunes.execute(),
})
