import {
  Get,
  HttpError,
  type HttpRequest,
  type Middleware,
  type Next,
  Provides,
  Stage,
  Use,
} from '@fw/core'

export class User {
  constructor(readonly name: string) {}
}

/** Yours asks a database. */
export class Users {
  async byToken(token: string | undefined): Promise<User | undefined> {
    return token === 'Bearer ada' ? new User('Ada') : undefined
  }
}

/** Guards, and says who is asking. */
@Stage('authenticate')
@Provides(User)
export class SignedIn implements Middleware {
  constructor(private readonly users: Users) {}

  async handle(request: HttpRequest, next: Next) {
    const user = await this.users.byToken(
      request.header('authorization'),
    )
    if (!user) throw new HttpError(401, 'Sign in first.')
    request.provide(User, user)
    return next()
  }
}

@Use(SignedIn)
export class Account {
  @Get('/account')
  show(user: User) {
    return { name: user.name }
  }
}
