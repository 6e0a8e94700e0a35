import { workerRole } from '../../base/platform/processes.ts'
import { MemoryKeyedStore } from '../../base/stores/memory-keyed-store.ts'
import { SessionsNotShared } from './errors.ts'
import { KeyedSessions } from './keyed-sessions.ts'

/** Stores sessions in process memory. They are lost when the process stops. */
export class MemorySessions extends KeyedSessions {
  /** If there are more than `size` sessions, the least recently changed one is dropped. */
  constructor(size = 100_000) {
    if (workerRole && workerRole.servers > 1) throw new SessionsNotShared(workerRole.servers)
    super(new MemoryKeyedStore(size))
  }
}
