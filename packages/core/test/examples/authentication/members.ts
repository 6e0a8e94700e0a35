import { session } from '@fw/auth'
import {
  Authentication,
  type Config,
  Get,
  Post,
  Principal,
  Public,
  Query,
  type Resolver,
  Session,
} from '@fw/core'

export class User extends Principal {
  get greeting() {
    return `Hello ${this.id}`
  }
}

export class Members {
  readonly #names = new Set(['ada', 'bob'])

  async find(name: string): Promise<User | null> {
    return this.#names.has(name) ? new User({ id: name }) : null
  }

  async remove(name: string): Promise<void> {
    this.#names.delete(name)
  }
}

export class Callers extends Authentication {
  static override schemes(_config: Config, get: Resolver['get']) {
    return {
      browser: session({
        principal: (_claims, verified) =>
          get(Members).find(verified.id),
      }),
    }
  }
}

export class Club {
  constructor(private readonly members: Members) {}

  @Post('/login')
  @Public()
  async login(session: Session, @Query() name: string) {
    const user = await this.members.find(name)
    if (user) session.signIn(user)
  }

  @Get('/')
  greet(user: User) {
    return user.greeting
  }
}
