import { AttemptLimiter, Passwords, session } from '@fw/auth'
import {
  Authentication,
  Body,
  Get,
  HttpError,
  HttpRequest,
  Post,
  Principal,
  Public,
  Query,
  Reply,
  Session,
} from '@fw/core'

export class Users {
  readonly #hashes = new Map<string, string>()

  async add(name: string, password: string): Promise<void> {
    this.#hashes.set(name, await Passwords.hash(password))
  }

  hashOf(name: string): string | null {
    return this.#hashes.get(name) ?? null
  }
}

export class Callers extends Authentication {
  static override schemes() {
    return {
      browser: session({
        idle: '30m',
        absolute: '12h',
        loginPath: '/login',
      }),
    }
  }
}

class SignIn {
  constructor(
    readonly name: string,
    readonly password: string,
  ) {}
}

export class Pages {
  constructor(
    private readonly users: Users,
    private readonly limiter: AttemptLimiter,
  ) {}

  @Get('/login')
  @Public()
  form() {
    return Reply.html(
      `<form method="post">
        <input name="name">
        <input name="password" type="password">
        <button>Sign in</button>
      </form>`,
    )
  }

  @Post('/login')
  @Public()
  async login(
    @Body() form: SignIn,
    session: Session,
    request: HttpRequest,
    @Query() next = '/account',
  ) {
    const { name, password } = form
    const isRight = await this.limiter.attempt(name, request, () =>
      Passwords.verify(this.users.hashOf(name), password),
    )
    if (!isRight) {
      throw new HttpError(422, 'The name or the password is wrong.')
    }
    session.signIn(new Principal({ id: name }))
    // Two slashes would begin the name of another site.
    const isOurs = /^\/(?![/\\])/.test(next)
    return Reply.redirect(isOurs ? next : '/account', { status: 303 })
  }

  @Get('/account')
  account(caller: Principal) {
    return `The account of ${caller.id}`
  }

  @Post('/logout')
  logout(session: Session) {
    session.signOut()
    return Reply.redirect('/login', { status: 303 })
  }
}
