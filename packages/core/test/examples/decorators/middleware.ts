import {
  Application,
  Body,
  BodyLimit,
  Get,
  HttpError,
  type HttpRequest,
  type Middleware,
  type Next,
  Post,
  Provides,
  Stage,
  Use,
  Without,
} from '@fw/core'

export class User {
  constructor(readonly name: string) {}
}

@Stage('authenticate')
@Provides(User)
export class SignedIn implements Middleware {
  handle(request: HttpRequest, next: Next) {
    const name = request.header('x-user')
    if (name === undefined) throw new HttpError(401, 'Sign in first.')
    request.provide(User, new User(name))
    return next()
  }
}

@Application()
@Use(SignedIn)
export class Shop {}

export class Accounts {
  @Get('/me')
  me(user: User) {
    return user
  }

  @BodyLimit('16KiB')
  @Post('/me/notes')
  note(@Body() note: string) {
    return note
  }

  @Without(SignedIn)
  @Get('/prices')
  prices() {
    return []
  }
}
