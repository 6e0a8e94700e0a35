import { ApiResponse, Delete, Get, type int, Post, Prefix, Public } from '@fw/core'
import type { Caller } from './callers.ts'
import { type UserRow, Users } from './users.ts'

/** A user as others see them. */
export class Profile {
  constructor(
    readonly username: string,
    readonly bio: string | null,
    readonly image: string | null,
    readonly following: boolean,
  ) {}

  /** `followed` are those whom the one who asks follows. */
  static of({ id, username, bio, image }: UserRow, followed: ReadonlySet<int>): Profile {
    return new Profile(username, bio, image, followed.has(id))
  }
}

@Prefix('/profiles/{username}')
export class ProfileController {
  constructor(private readonly users: Users) {}

  @Get('/')
  @ApiResponse(404, 'There is no such user.')
  @Public()
  async show(username: string, caller: Caller | null): Promise<{ profile: Profile }> {
    const user = await this.users.byName(username)
    return { profile: Profile.of(user, await this.users.followed(caller?.userId, [user.id])) }
  }

  @Post('/follow')
  @ApiResponse(404, 'There is no such user.')
  async follow(username: string, caller: Caller): Promise<{ profile: Profile }> {
    const user = await this.users.byName(username)
    await this.users.follow(caller.userId, user.id)
    return { profile: Profile.of(user, new Set([user.id])) }
  }

  @Delete('/follow')
  @ApiResponse(404, 'There is no such user.')
  async unfollow(username: string, caller: Caller): Promise<{ profile: Profile }> {
    const user = await this.users.byName(username)
    await this.users.unfollow(caller.userId, user.id)
    return { profile: Profile.of(user, new Set()) }
  }
}
