// The floor of postgres.js: `node:http` and the driver by hand, which prepares every query by
// itself.
import postgres from 'postgres'
import { connectionString, poolSize } from '../address.ts'
import type { Fortune } from '../fortunes-page.ts'
import { serveByHand } from '../serve-by-hand.ts'
import type { World } from '../world.ts'

const sql = postgres(connectionString, { max: poolSize })

serveByHand({
  async readWorld(id) {
    const select = sql<
      World[]
    >`SELECT id, randomnumber AS "randomNumber" FROM world WHERE id = ${id}`
    const [world] = await select
    return world as World
  },
  updateWorld({ id, randomNumber }) {
    return sql`UPDATE world SET randomnumber = ${randomNumber} WHERE id = ${id}`
  },
  readFortunes() {
    return sql<Fortune[]>`SELECT * FROM fortune`
  },
})
