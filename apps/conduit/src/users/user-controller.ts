import { AttemptLimiter } from '@fw/auth'
import {
  ApiResponse,
  Body,
  Email,
  Get,
  HttpError,
  HttpRequest,
  type int,
  MaxLength,
  MinLength,
  NotBlank,
  Post,
  Public,
  Put,
} from '@fw/core'
import type { Caller } from './callers.ts'
import { Tokens } from './tokens.ts'
import { type UserRow, Users } from './users.ts'

export class Registration {
  constructor(
    @NotBlank() @MaxLength(50) readonly username: string,
    @Email() readonly email: string,
    @MinLength(8) @MaxLength(200) readonly password: string,
  ) {}
}

export class Credentials {
  constructor(
    @NotBlank() readonly email: string,
    @NotBlank() readonly password: string,
  ) {}
}

/** The fields of an account that its user may change. */
export class Account extends Registration {
  constructor(
    username: string,
    email: string,
    password: string,
    readonly bio: string | null,
    readonly image: string | null,
  ) {
    super(username, email, password)
  }
}

/** The signed-in user, as only they see it. */
export class SignedIn {
  constructor(
    readonly id: int,
    readonly username: string,
    readonly email: string,
    readonly bio: string | null,
    readonly image: string | null,
    readonly token: string,
  ) {}
}

export class UserController {
  constructor(
    private readonly users: Users,
    private readonly tokens: Tokens,
    private readonly limiter: AttemptLimiter,
  ) {}

  /** Signs up. */
  @Post('/users')
  @Public()
  async register(@Body() body: { user: Registration }): Promise<{ user: SignedIn }> {
    const { username, email, password } = body.user
    return this.#show(await this.users.add(username, email, password))
  }

  /** Signs in. */
  @Post('/users/login')
  @ApiResponse(401, 'Address and password do not belong together.')
  @ApiResponse(429, 'Too many attempts have failed.')
  @Public()
  async login(
    @Body() body: { user: Credentials },
    request: HttpRequest,
  ): Promise<{ user: SignedIn }> {
    const { email, password } = body.user
    let found: UserRow | null = null
    await this.limiter.attempt(email, request, async () => {
      found = await this.users.verify(email, password)
      return found !== null
    })
    if (!found) throw new HttpError(401, 'Address and password do not belong together.')
    return this.#show(found)
  }

  /** The one who calls. */
  @Get('/user')
  async current(caller: Caller): Promise<{ user: SignedIn }> {
    return this.#show(await this.users.byId(caller.userId))
  }

  /** Changes what is given of one's account. */
  @Put('/user')
  async change(
    @Body() body: { user: Partial<Account> },
    caller: Caller,
  ): Promise<{ user: SignedIn }> {
    return this.#show(await this.users.change(caller.userId, body.user))
  }

  async #show({ id, username, email, bio, image }: UserRow): Promise<{ user: SignedIn }> {
    return { user: new SignedIn(id, username, email, bio, image, await this.tokens.issue(id)) }
  }
}
