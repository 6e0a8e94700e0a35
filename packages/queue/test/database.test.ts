import { DatabaseQueue } from '@fw/queue/database'
import { describeQueue } from './contract.ts'
import { describeDatabases } from './databases.ts'

await describeDatabases((title, database) => {
  describeQueue(`the database queue on ${title}`, async () => {
    await database.drop('fw_jobs')
    return new DatabaseQueue(database.connection)
  })
})
