import { MemoryQueue } from '@fw/queue'
import { describeQueue } from './contract.ts'

describeQueue('the memory queue', async () => new MemoryQueue())
