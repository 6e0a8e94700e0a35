import { Query } from '@fw/query'
import { Container, Get, HtmlResponse, Kernel, Query as FromQuery, Router } from '@fw/core'
import { serve } from '@fw/core/node'
import { address } from './address.ts'
import { fortunesPage, type Fortune } from './fortunes-page.ts'
import { atRandom, countOf, randomNumber, type World } from './world.ts'

/** The pool of whichever driver. */
class Database {
  readonly pool: object

  constructor(pool: object) {
    this.pool = pool
  }

  table(name: string): Query {
    return new Query(this.pool).table(name)
  }
}

class WorldController {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  @Get('/db')
  db() {
    return this.#read(randomNumber())
  }

  @Get('/fortunes')
  async fortunes() {
    return HtmlResponse.create(fortunesPage(await this.#database.table('fortune').get<Fortune>()))
  }

  @Get('/queries')
  queries(@FromQuery() queries: string = '1') {
    return this.#readMany(queries)
  }

  @Get('/updates')
  async updates(@FromQuery() queries: string = '1') {
    const worlds = await this.#readMany(queries)
    await Promise.all(worlds.map((world) => this.#update(world)))
    return worlds
  }

  #readMany(queries: string): Promise<World[]> {
    return atRandom(countOf(queries), (id) => this.#read(id))
  }

  async #read(id: number): Promise<World> {
    const world = await this.#database
      .table('world')
      .select('id', 'randomnumber as randomNumber')
      .where('id', '=', id)
      .first<World>()
    return world as World
  }

  async #update(world: World): Promise<void> {
    world.randomNumber = randomNumber()
    const changes = { randomnumber: world.randomNumber }
    await this.#database.table('world').where('id', '=', world.id).update(changes)
  }
}

export async function serveFw(pool: object): Promise<void> {
  const router = new Router().register(WorldController)
  const container = new Container().instance(Database, new Database(pool)).boot()
  await serve(new Kernel(container, router), address)
}
