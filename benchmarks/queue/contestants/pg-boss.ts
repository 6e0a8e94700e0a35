import { PgBoss } from 'pg-boss'
import { aborted, concurrency, type Contestant } from '../contestant.ts'

/**
 * Takes as many jobs as may run at the same time, and continues without a pause while there are
 * more.
 */
export async function pgBoss(connectionString: string): Promise<Contestant> {
  const boss = new PgBoss({ connectionString, max: concurrency, supervise: false, schedule: false })
  await boss.start()
  await boss.createQueue('default')
  return {
    push: (number) => boss.send('default', { number }),
    async work(report, signal) {
      const options = {
        batchSize: concurrency,
        burstWhenBatchFull: true,
        pollingIntervalSeconds: 0.5,
      }
      await boss.work<{ number: number }>('default', options, async (jobs) => {
        for (const { data } of jobs) report(data.number)
      })
      await aborted(signal)
      await boss.offWork('default')
    },
    close: () => boss.stop({ graceful: false }),
  }
}
