import { RedisQueue } from '@fw/queue/redis'
import { describeRedis } from './backends.ts'
import { describeQueue } from './contract.ts'

await describeRedis((title, { host, port, prefix, clear }) => {
  describeQueue(`the queue on ${title}`, async () => {
    await clear()
    return new RedisQueue({ host, port }, { prefix })
  })
})
