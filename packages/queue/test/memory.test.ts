import { MemoryQueue } from '@fw/queue'
import { afterEach, vi } from 'vitest'
import { describeQueue } from './contract.ts'
import { describeJobOptions } from './options/contract.ts'

describeQueue('the memory queue', async () => new MemoryQueue())

const { now } = Date
let ahead = 0
describeJobOptions(
  'settings in the memory queue',
  async () => new MemoryQueue(),
  () => {
    ahead += 3_600_000
    vi.spyOn(Date, 'now').mockImplementation(() => now() + ahead)
  },
)
afterEach(() => {
  vi.restoreAllMocks()
})
