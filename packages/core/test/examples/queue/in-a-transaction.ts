import { Query, transaction } from '@fw/query'
import type { DatabaseQueue } from '@fw/queue/database'
import { SendWelcome } from './src/send-welcome.ts'

export async function signUp(
  database: object,
  queue: DatabaseQueue,
  email: string,
) {
  await transaction(database, async (tx) => {
    await new Query(tx).table('people').insert({ email })
    await queue.within(tx).push(new SendWelcome(email, new Date()))
  })
}
