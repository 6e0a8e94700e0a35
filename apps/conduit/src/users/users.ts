import { Passwords } from '@fw/auth'
import { Database, QueryFailed } from '@fw/query'
import { HttpError, type int, ValidationFailed } from '@fw/core'

/** A row of the table `users`. */
export class UserRow {
  constructor(
    readonly id: int,
    readonly username: string,
    readonly email: string,
    readonly passwordHash: string,
    readonly bio: string | null,
    readonly image: string | null,
  ) {}
}

export interface UserChange {
  readonly username?: string
  readonly email?: string
  readonly password?: string
  readonly bio?: string | null
  readonly image?: string | null
}

export class Users {
  constructor(private readonly database: Database) {}

  async add(username: string, email: string, password: string): Promise<UserRow> {
    const passwordHash = await Passwords.hash(password)
    const row = { username, email, password_hash: passwordHash }
    const id = await unlessTaken(this.database.table('users').insertGetId(row))
    return new UserRow(Number(id), username, email, passwordHash, null, null)
  }

  /** Returns the user with an email address and password; null if they do not match. */
  async verify(email: string, password: string): Promise<UserRow | null> {
    const user = await this.#select().where('email', '=', email).first(UserRow)
    return (await Passwords.verify(user?.passwordHash ?? null, password)) ? user : null
  }

  async byId(id: int): Promise<UserRow> {
    const user = await this.#select().where('id', '=', id).first(UserRow)
    if (!user) throw new HttpError(401, 'Your account is gone. Sign up again.')
    return user
  }

  async byName(username: string): Promise<UserRow> {
    const user = await this.#select().where('username', '=', username).first(UserRow)
    if (!user) throw new HttpError(404, `There is no user ${username}.`)
    return user
  }

  async byIds(ids: readonly int[]): Promise<ReadonlyMap<int, UserRow>> {
    const users = await this.#select().whereIn('id', ids).get(UserRow)
    return new Map(users.map((user) => [user.id, user]))
  }

  async change(id: int, { password, ...fields }: UserChange): Promise<UserRow> {
    const change = {
      ...fields,
      ...(password !== undefined && { password_hash: await Passwords.hash(password) }),
    }
    if (Object.keys(change).length > 0) {
      await unlessTaken(this.database.table('users').where('id', '=', id).update(change))
    }
    return this.byId(id)
  }

  async follow(followerId: int, followedId: int): Promise<void> {
    const row = { follower_id: followerId, followed_id: followedId }
    await this.database.table('follows').upsert(row, ['follower_id', 'followed_id'])
  }

  async unfollow(followerId: int, followedId: int): Promise<void> {
    await this.#follows(followerId).where('followed_id', '=', followedId).delete()
  }

  /** Returns the ids that the user follows; none for an anonymous caller. */
  async followed(followerId: int | undefined, ids: readonly int[]): Promise<ReadonlySet<int>> {
    if (followerId === undefined) return new Set()
    const rows = await this.#follows(followerId).whereIn('followed_id', ids).pluck('followed_id')
    return new Set(rows.map(Number))
  }

  #follows(followerId: int) {
    return this.database.table('follows').where('follower_id', '=', followerId)
  }

  #select() {
    return this.database
      .table('users')
      .select('id', 'username', 'email', 'password_hash as passwordHash', 'bio', 'image')
  }
}

async function unlessTaken<T>(write: Promise<T>): Promise<T> {
  try {
    return await write
  } catch (error) {
    if (!(error instanceof QueryFailed && error.reason === 'unique-violation')) throw error
    const field = /username/.test(error.constraint ?? error.column ?? '') ? 'username' : 'email'
    throw new ValidationFailed({ [`user.${field}`]: ['has already been taken.'] })
  }
}
