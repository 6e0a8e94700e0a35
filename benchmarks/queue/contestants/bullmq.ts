import { Queue, Worker } from 'bullmq'
import { aborted, concurrency, type Contestant } from '../contestant.ts'

/** BullMQ as it is, with the promises that ours makes: attempts, and a renewed lock of 30 s. */
export function bullmq(host: string, port: number, prefix: string): Contestant {
  const connection = { host, port }
  const queue = new Queue('default', {
    connection,
    prefix,
    defaultJobOptions: {
      attempts: 3,
      backoff: { type: 'exponential', delay: 1000 },
      removeOnComplete: true,
    },
  })
  return {
    push: (number) => queue.add('Count', { number }),
    async work(report, signal) {
      const handle = async ({ data }: { data: { number: number } }) => report(data.number)
      const worker = new Worker('default', handle, { connection, prefix, concurrency })
      await aborted(signal)
      await worker.close()
    },
    close: () => queue.close(),
  }
}
