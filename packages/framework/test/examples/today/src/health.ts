import { ErrorResponse, Get, Hidden } from 'fw'
import { runStatement } from '@fw/query'
import { Database } from './database.ts'

@Hidden()
export class Health {
  constructor(private readonly database: Database) {}

  @Get('/livez')
  live() {
    return 'ok'
  }

  @Get('/readyz')
  async ready() {
    try {
      await runStatement(this.database.connection, 'SELECT 1')
      return 'ok'
    } catch {
      return ErrorResponse.create(503, 'The database does not answer.')
    }
  }
}
