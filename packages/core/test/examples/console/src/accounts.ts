import { Command, MinLength, Option, Sensitive } from '@fw/core'
import { Prompt } from '@fw/core/console'

export class Accounts {
  constructor(private readonly prompt: Prompt) {}

  /**
   * Creates an account.
   * @param name The name to sign in with.
   * @param password At least 8 characters.
   * @param plan The plan to bill.
   */
  @Command('accounts:create')
  create(
    name: string,
    @Option() @Sensitive() @MinLength(8) password: string,
    @Option() plan: 'free' | 'team',
  ) {
    console.log(
      `Created ${name} (${plan}), with ${password.length} characters.`,
    )
  }

  /**
   * Deletes the accounts that nobody has used for a year.
   * @param yes Delete them without a question.
   */
  @Command('accounts:purge')
  async purge(@Option() yes = false) {
    const unused = ['ada', 'grace']
    const question = `Delete ${unused.join(' and ')}?`
    if (
      !yes &&
      !(await this.prompt.confirm(question, { flag: '--yes' }))
    )
      return 1
    console.log(`Deleted ${unused.join(' and ')}.`)
    return 0
  }
}
