// The floor of `pg`: `node:http` and the driver by hand, every query prepared under a name.
import { Pool } from 'pg'
import { connectionString, poolSize } from '../address.ts'
import type { Fortune } from '../fortunes-page.ts'
import { serveByHand } from '../serve-by-hand.ts'
import type { World } from '../world.ts'

const pool = new Pool({ connectionString, max: poolSize })
const selectWorld = 'SELECT id, randomnumber AS "randomNumber" FROM world WHERE id = $1'
const updateWorld = 'UPDATE world SET randomnumber = $1 WHERE id = $2'

serveByHand({
  async readWorld(id) {
    const { rows } = await pool.query<World>({ name: 'world', text: selectWorld, values: [id] })
    return rows[0] as World
  },
  updateWorld({ id, randomNumber }) {
    return pool.query({ name: 'update', text: updateWorld, values: [randomNumber, id] })
  },
  async readFortunes() {
    return (await pool.query<Fortune>({ name: 'fortunes', text: 'SELECT * FROM fortune' })).rows
  },
})
