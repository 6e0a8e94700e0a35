import { Application, Compress, Get } from '@fw/core'

@Application()
@Compress()
export class Shop {}

export class Catalogue {
  @Get('/books')
  list() {
    return Array.from({ length: 500 }, (_, id) => ({
      id,
      title: `Book ${id}`,
    }))
  }

  @Get('/prices')
  async *prices() {
    for (let cents = 100; cents < 104; cents += 1) yield { cents }
  }

  /**
   * The secret is for one user alone. The length of a compressed
   * response would make it easier to guess.
   */
  @Compress(false)
  @Get('/token')
  token() {
    return { token: crypto.randomUUID() }
  }
}
