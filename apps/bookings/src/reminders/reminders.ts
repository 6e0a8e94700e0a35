import { Clock, HealthCheck, Schedule } from '@fw/core'
import { Database } from '@fw/query'
import { Queue } from '@fw/queue'
import { StudioSettings } from '../settings.ts'
import { NotifyMember } from './notify-member.ts'

const hour = 3_600_000

export class Reminders {
  constructor(
    private readonly database: Database,
    private readonly queue: Queue,
    private readonly clock: Clock,
    private readonly settings: StudioSettings,
  ) {}

  // #region schedule
  /** Reminds members of bookings that start soon. */
  @Schedule('15m')
  async push(): Promise<void> {
    const ids = await this.#due(0).pluck<number>('id')
    const mails = ids.map((id) => new NotifyMember(id, 'soon'))
    await this.queue.pushAll(mails)
  }

  /** A reminder is late if the worker or the scheduler is down. */
  @HealthCheck('reminders', { probe: 'report' })
  async late(): Promise<void> {
    const late = await this.#due(2 * hour).count()
    if (late > 0) throw new Error(`${late} reminders are late.`)
  }
  // #endregion

  /** Finds reminders that were due some time ago, in ms. */
  #due(ago: number) {
    const now = this.clock.now()
    const until = now + this.settings.remindFrom - ago
    return this.database
      .table('bookings')
      .where('starts_at', '>', new Date(now))
      .where('starts_at', '<=', new Date(until))
      .where('cancelled_at', '=', null)
      .where('reminded_at', '=', null)
  }
}
