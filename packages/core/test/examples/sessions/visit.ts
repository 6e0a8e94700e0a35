import {
  Application,
  Body,
  Delete,
  Get,
  HttpError,
  Post,
  Session,
  Sessions,
} from '@fw/core'

/** The data of one visit. */
class Visit {
  constructor(
    public basket: string[] = [],
    public user?: string,
  ) {}
}

@Application()
@Sessions(Visit, { idle: '2h', absolute: '7d' })
export class Shop {}

/** Knows whether a password is right. */
export abstract class Passwords {
  abstract fits(user: string, password: string): Promise<boolean>
}

class Credentials {
  constructor(
    readonly user: string,
    readonly password: string,
  ) {}
}

export class Account {
  constructor(private readonly passwords: Passwords) {}

  @Post('/basket')
  add(session: Session<Visit>, @Body() item: string) {
    session.data.basket.push(item)
    return session.data.basket
  }

  @Post('/sign-in')
  async signIn(session: Session<Visit>, @Body() given: Credentials) {
    if (!(await this.passwords.fits(given.user, given.password))) {
      throw new HttpError(401, 'The name or the password is wrong.')
    }
    session.data.user = given.user
    session.rotate()
  }

  @Get('/account')
  show(session: Session<Visit>) {
    return {
      user: session.data.user ?? null,
      basket: session.data.basket,
    }
  }

  @Delete('/sign-in')
  signOut(session: Session<Visit>) {
    session.end()
  }
}
