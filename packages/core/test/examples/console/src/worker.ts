import { setTimeout } from 'node:timers/promises'
import { Command } from '@fw/core'

export class Worker {
  @Command('work', { description: 'Work until it is stopped.' })
  async work(signal: AbortSignal) {
    while (!signal.aborted) {
      console.log('working')
      await setTimeout(1000, undefined, { signal }).catch(() => {})
    }
    console.log('stopped')
  }
}
