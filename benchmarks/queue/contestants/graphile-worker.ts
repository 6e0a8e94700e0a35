import { Logger, makeWorkerUtils, run } from 'graphile-worker'
import { Pool } from 'pg'
import { aborted, concurrency, type Contestant } from '../contestant.ts'

const logger = new Logger(() => () => {})

/** With `isBatched` as its documentation tunes it for throughput: a local queue, and completions together. */
export async function graphileWorker(
  connectionString: string,
  isBatched: boolean,
): Promise<Contestant> {
  const pgPool = new Pool({ connectionString, max: concurrency + 2 }).on('error', () => {})
  const utils = await makeWorkerUtils({ pgPool, logger })
  await utils.migrate()
  const batches = isBatched
    ? { localQueue: { size: concurrency + 1 }, completeJobBatchDelay: 0 }
    : {}
  return {
    push: (number) => utils.addJob('count', { number }, { maxAttempts: 3 }),
    async work(report, signal) {
      const runner = await run({
        pgPool,
        logger,
        noHandleSignals: true,
        taskList: {
          async count(payload) {
            report((payload as { number: number }).number)
          },
        },
        preset: { worker: { concurrentJobs: concurrency, ...batches } },
      })
      await aborted(signal)
      await runner.stop()
    },
    async close() {
      await utils.release()
      await pgPool.end()
    },
  }
}
