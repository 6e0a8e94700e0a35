import { Get, HttpError } from '@fw/core'

export class SignedIn {
  readonly user: string

  constructor(request: Request) {
    const header = request.headers.get('authorization') ?? ''
    const [, token] = /^Bearer (\S+)$/.exec(header) ?? []
    if (token !== 'secret') throw new HttpError(401, 'Sign in first.')
    this.user = 'Ada'
  }
}

export class AccountController {
  constructor(private readonly who: SignedIn) {}

  @Get('/account')
  show() {
    return { user: this.who.user }
  }
}
