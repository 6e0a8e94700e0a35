import { Schedule } from '@fw/core'
import type { Job } from '@fw/queue'
import { Ledger } from './ledger.ts'

@Schedule('0 7 * * MON-FRI', {
  name: 'digest',
  timeZone: 'Europe/Oslo',
})
export class SendDigest implements Job {
  constructor(readonly kind: 'short' | 'long' = 'short') {}

  async handle(ledger: Ledger) {
    ledger.entries.push(`sent a ${this.kind} digest`)
  }
}
