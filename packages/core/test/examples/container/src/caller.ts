import { Get, HttpError } from '@fw/core'

export class Accounts {
  async find(
    token: string | null,
  ): Promise<{ name: string } | undefined> {
    return token === 'secret' ? { name: 'Ada' } : undefined
  }
}

export class Caller {
  #account: Promise<{ name: string }> | undefined

  constructor(
    private readonly request: Request,
    private readonly accounts: Accounts,
  ) {}

  /** Asks once for each request. */
  account(): Promise<{ name: string }> {
    return (this.#account ??= this.#find())
  }

  async #find(): Promise<{ name: string }> {
    const account = await this.accounts.find(
      this.request.headers.get('x-token'),
    )
    if (!account) throw new HttpError(401, 'Sign in first.')
    return account
  }
}

export class ProfileController {
  constructor(private readonly caller: Caller) {}

  @Get('/profile')
  async show() {
    return { name: (await this.caller.account()).name }
  }
}
