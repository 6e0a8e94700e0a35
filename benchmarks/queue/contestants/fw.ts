import { Container, type int } from '@fw/core'
import { type Job, type Queue, Worker } from '@fw/queue'
import { DatabaseQueue } from '@fw/queue/database'
import { RedisQueue } from '@fw/queue/redis'
import { Pool } from 'pg'
import { concurrency, type Contestant } from '../contestant.ts'

class Reports {
  report: (number: number) => void = () => {}
}

export class Count implements Job {
  constructor(readonly number: int) {}

  async handle(reports: Reports) {
    reports.report(this.number)
  }
}

export async function fwDatabase(connectionString: string): Promise<Contestant> {
  const pool = new Pool({ connectionString, max: concurrency })
  return contestant(new DatabaseQueue(pool), () => pool.end())
}

export function fwRedis(host: string, port: number, prefix: string): Contestant {
  return contestant(new RedisQueue({ host, port }, { prefix }), async () => {})
}

function contestant(queue: Queue, end: () => Promise<unknown>): Contestant {
  const reports = new Reports()
  const container = new Container().instance(Reports, reports).boot()
  return {
    push: (number) => queue.push(new Count(number)),
    work(report, signal) {
      reports.report = report
      return new Worker(queue, container, { concurrency }).run(signal)
    },
    async close() {
      await queue.close()
      await end()
    },
  }
}
