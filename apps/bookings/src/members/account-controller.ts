import { AttemptLimiter } from '@fw/auth'
import {
  ApiResponse,
  Authenticated,
  Body,
  Delete,
  Email,
  Get,
  HttpError,
  HttpRequest,
  type int,
  LowerCase,
  MaxLength,
  Post,
  Prefix,
  Public,
  Sensitive,
  Session,
  Trim,
} from '@fw/core'
import { type Member, type Role } from './member.ts'
import { Members } from './members.ts'

export class Credentials {
  constructor(
    @Trim() @LowerCase() @Email() readonly email: string,
    @Sensitive() @MaxLength(200) readonly password: string,
  ) {}
}

export class Profile {
  constructor(
    readonly id: int,
    readonly name: string,
    readonly email: string,
    readonly role: Role,
  ) {}

  static of({ memberId, name, email, role }: Member): Profile {
    return new Profile(memberId, name, email, role)
  }
}

@Prefix('/account')
export class AccountController {
  constructor(
    private readonly members: Members,
    private readonly limiter: AttemptLimiter,
  ) {}

  @Post('/session')
  @ApiResponse(401, 'The address or the password is wrong.')
  @ApiResponse(429, 'Too many attempts have failed.')
  @Public()
  async signIn(
    @Body() form: Credentials,
    session: Session,
    request: HttpRequest,
  ): Promise<Profile> {
    const member = await this.limiter.attempt(form.email, request, () =>
      this.members.verify(form.email, form.password),
    )
    if (!member) {
      throw new HttpError(401, 'The address or the password is wrong.')
    }
    session.signIn(member)
    return Profile.of(member)
  }

  @Delete('/session')
  @Authenticated('browser')
  signOut(session: Session): void {
    session.signOut()
  }

  @Get('/')
  show(caller: Member): Profile {
    return Profile.of(caller)
  }

  /** Creates a key for an agent, which cannot create another one. */
  @Post('/keys', { status: 201 })
  @Authenticated('browser')
  async createKey(caller: Member): Promise<{ key: string }> {
    return { key: await this.members.createKey(caller.memberId) }
  }
}
