import {
  Container,
  Get,
  HttpError,
  Kernel,
  ProblemResponse,
  Router,
} from '@fw/core'

class Accounts {
  @Get('/accounts/credit')
  credit(): void {
    throw new HttpError(403, 'Your balance is 30, and this costs 50.', {
      type: '/problems/out-of-credit',
      title: 'You do not have enough credit.',
      members: { balance: 30 },
    })
  }

  @Get('/accounts/locked')
  locked() {
    return ProblemResponse.create(423, { detail: 'Ask the bank.' })
  }
}

const router = new Router().register(Accounts)
export const kernel = new Kernel(new Container().boot(), router, {
  errors: 'problem',
})
