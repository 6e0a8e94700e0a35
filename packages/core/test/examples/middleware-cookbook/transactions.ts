import { DatabaseSync } from 'node:sqlite'
import { Query, Transaction, transaction } from '@fw/query'
import {
  Body,
  Get,
  HttpError,
  type HttpRequest,
  type int,
  type Middleware,
  type Next,
  Post,
  Provides,
  Use,
} from '@fw/core'

/** Commits when the method returns, and rolls back when it throws. */
@Provides(Transaction)
export class InTransaction implements Middleware {
  constructor(private readonly database: DatabaseSync) {}

  handle(request: HttpRequest, next: Next) {
    return transaction(this.database, (tx) => {
      request.provide(Transaction, tx)
      return next()
    })
  }
}

class Transfer {
  constructor(
    readonly from: string,
    readonly to: string,
    readonly amount: int,
  ) {}
}

export class Accounts {
  constructor(private readonly database: DatabaseSync) {}

  @Use(InTransaction)
  @Post('/transfers')
  async transfer(@Body() transfer: Transfer, tx: Transaction) {
    const { from, to, amount } = transfer
    const account = (name: string) =>
      new Query(tx).table('accounts').where('name', '=', name)
    await account(to).increment('balance', amount)
    await account(from).increment('balance', -amount)
    const left = await account(from).first<{ balance: number }>()
    if (!left || left.balance < 0) {
      throw new HttpError(409, `${from} has too little.`)
    }
    return { balance: left.balance }
  }

  @Get('/accounts')
  list() {
    return new Query(this.database)
      .table('accounts')
      .orderBy('name')
      .get()
  }
}
