import { ApiKeys, Passwords, type StoredApiKey } from '@fw/auth'
import {
  Command,
  Email,
  type int,
  LowerCase,
  MinLength,
  Option,
  Sensitive,
} from '@fw/core'
import { CommandFailed } from '@fw/core/console'
import { Database, QueryFailed } from '@fw/query'
import { Member, type Role } from './member.ts'

class MemberRow {
  constructor(
    readonly id: int,
    readonly name: string,
    readonly email: string,
    readonly role: Role,
    readonly passwordHash: string,
  ) {}
}

class KeyRow {
  constructor(
    readonly memberId: int,
    readonly hash: string,
  ) {}
}

export class Members {
  constructor(private readonly database: Database) {}

  /**
   * Adds a member, with the role staff for employees.
   * @param password At least 10 characters.
   */
  @Command('members:add')
  async add(
    name: string,
    @LowerCase() @Email() email: string,
    @Option() @Sensitive() @MinLength(10) password: string,
    @Option() role: Role = 'member',
  ): Promise<void> {
    const hash = await Passwords.hash(password)
    const row = { name, email, role, password_hash: hash }
    try {
      await this.database.table('members').insert(row)
    } catch (error) {
      const isKnown =
        error instanceof QueryFailed &&
        error.reason === 'unique-violation'
      if (!isKnown) throw error
      throw new CommandFailed(`${email} already belongs to a member.`, {
        cause: error,
      })
    }
  }

  /** Returns the member with an address and a password, if any. */
  async verify(
    email: string,
    password: string,
  ): Promise<Member | null> {
    const row = await this.#select()
      .where('email', '=', email)
      .first(MemberRow)
    const isRight = await Passwords.verify(
      row?.passwordHash ?? null,
      password,
    )
    return row && isRight ? toMember(row) : null
  }

  async find(id: int): Promise<Member | null> {
    const row = await this.#select()
      .where('id', '=', id)
      .first(MemberRow)
    return row && toMember(row)
  }

  /** Creates a key, with which an agent acts for the member. */
  async createKey(memberId: int): Promise<string> {
    const { key, id, hash } = ApiKeys.create('studio')
    const row = { id, hash, member_id: memberId }
    await this.database.table('member_keys').insert(row)
    return key
  }

  async findKey(id: string): Promise<StoredApiKey | null> {
    const row = await this.database
      .table('member_keys')
      .select('member_id as memberId', 'hash')
      .where('id', '=', id)
      .first(KeyRow)
    const principal = row && (await this.find(row.memberId))
    return principal && { hash: row.hash, principal }
  }

  #select() {
    return this.database
      .table('members')
      .select(
        'id',
        'name',
        'email',
        'role',
        'password_hash as passwordHash',
      )
  }
}

function toMember({ id, name, email, role }: MemberRow): Member {
  return new Member(id, name, email, role)
}
