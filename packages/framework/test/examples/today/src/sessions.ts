import { randomBytes } from 'node:crypto'
import { Body, Get, HttpError, Post } from 'fw'

const seconds = 3600

/** Who is signed in. Several processes keep this in a table or in Redis. */
export class Sessions {
  readonly #open = new Map<string, { user: string; until: number }>()

  open(user: string): string {
    const id = randomBytes(32).toString('base64url')
    this.#open.set(id, { user, until: Date.now() + seconds * 1000 })
    return id
  }

  userOf(id: string): string | undefined {
    const session = this.#open.get(id)
    if (session && session.until > Date.now()) return session.user
    this.#open.delete(id)
    return undefined
  }
}

/** The user of the request. A class that takes it in its constructor is for those who are signed in. */
export class SignedIn {
  readonly user: string

  constructor(request: Request, sessions: Sessions) {
    const [, id = ''] = /(?:^|; )sid=([^;]*)/.exec(request.headers.get('cookie') ?? '') ?? []
    const user = sessions.userOf(id)
    if (user === undefined) throw new HttpError(401, 'Sign in first.')
    this.user = user
  }
}

/** Knows whether a password is right; yours asks a table for a hash made by `scrypt`. */
export abstract class Passwords {
  abstract fits(user: string, password: string): Promise<boolean>
}

class Credentials {
  constructor(
    readonly user: string,
    readonly password: string,
  ) {}
}

export class SignIn {
  constructor(
    private readonly sessions: Sessions,
    private readonly passwords: Passwords,
  ) {}

  @Post('/sign-in')
  async signIn(@Body() given: Credentials): Promise<Response> {
    const { user, password } = given
    if (!(await this.passwords.fits(user, password))) {
      throw new HttpError(401, 'The name or the password is wrong.')
    }
    const cookie = `sid=${this.sessions.open(user)}; Path=/; HttpOnly; Secure; SameSite=Lax; Max-Age=${seconds}`
    return new Response(null, { status: 204, headers: { 'set-cookie': cookie } })
  }
}

export class Account {
  constructor(private readonly who: SignedIn) {}

  @Get('/account')
  show() {
    return { user: this.who.user }
  }
}
