import { Application, Get, StaticFiles } from '@fw/core'

@Application()
@StaticFiles('/', 'public')
export class Site {}

export class Prices {
  @Get('/prices')
  list() {
    return [{ book: 'Moby Dick', cents: 1200 }]
  }
}
