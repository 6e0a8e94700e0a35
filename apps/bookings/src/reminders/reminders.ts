import { Clock, HealthCheck, Schedule } from '@fw/core'
import { Database } from '@fw/query'
import { Queue } from '@fw/queue'
import { NotifyMember } from './notify-member.ts'

const hour = 3_600_000

export class Reminders {
  constructor(
    private readonly database: Database,
    private readonly queue: Queue,
    private readonly clock: Clock,
  ) {}

  /** Reminds of bookings that start within a day. */
  @Schedule('15m')
  async push(): Promise<void> {
    const ids = await this.#due(24).pluck<number>('id')
    await this.queue.pushAll(
      ids.map((id) => new NotifyMember(id, 'soon')),
    )
  }

  /** A reminder is late if the worker or the scheduler is down. */
  @HealthCheck('reminders', { probe: 'report' })
  async late(): Promise<void> {
    const late = await this.#due(22).count()
    if (late > 0) throw new Error(`${late} reminders are late.`)
  }

  #due(hours: number) {
    const now = this.clock.now()
    return this.database
      .table('bookings')
      .where('starts_at', '>', new Date(now))
      .where('starts_at', '<=', new Date(now + hours * hour))
      .where('cancelled_at', '=', null)
      .where('reminded_at', '=', null)
  }
}
