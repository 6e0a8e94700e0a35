import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryApplication } from '../../core/test/support/temporary-application.ts'
import type { Settings } from './backends.ts'

const jobs = `import { appendFileSync, existsSync, writeFileSync } from 'node:fs'
import { Command, type int } from '@fw/core'
import { Queue, type Job } from '@fw/queue'

export class Journal {
  write(line: string) { appendFileSync('journal.txt', line + '\\n') }
}

export class Note implements Job {
  constructor(readonly number: int, readonly milliseconds: int) {}
  async handle(journal: Journal) {
    journal.write('start ' + this.number)
    await new Promise((resolve) => setTimeout(resolve, this.milliseconds))
    journal.write('end ' + this.number)
  }
}

export class Refuse implements Job {
  constructor(readonly reason: string) {}
  handle() { throw new Error(this.reason) }
}

/** Forgets to await, and leaves an exception behind. */
export class Forget implements Job {
  constructor(readonly crashes: boolean) {}
  async handle(journal: Journal) {
    Promise.reject(new Error('forgotten'))
    if (this.crashes) setTimeout(() => { throw new Error('left behind') }, 50)
    await new Promise((resolve) => setTimeout(resolve, 500))
    journal.write('end 0')
  }
}

/** Ends its worker. */
export class Kill implements Job {
  handle(journal: Journal) {
    journal.write('killed')
    process.kill(process.pid, 'SIGKILL')
  }
}

/** Its first worker blocks, as if it computed, until a second one has taken over. That one waits for the test. */
export class Block implements Job {
  async handle(journal: Journal, signal: AbortSignal) {
    const isFirst = !existsSync('blocked.txt')
    writeFileSync('blocked.txt', '')
    journal.write(isFirst ? 'blocks' : 'takes over')
    if (isFirst) {
      const nobody = new Int32Array(new SharedArrayBuffer(4))
      while (!existsSync('taken-over.txt')) Atomics.wait(nobody, 0, 0, 50)
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      journal.write(signal.reason.name)
    } else {
      writeFileSync('taken-over.txt', '')
      while (!existsSync('may-end.txt')) await new Promise((resolve) => setTimeout(resolve, 50))
    }
    journal.write(isFirst ? 'has lost it' : 'has done it')
  }
}

export class Pushing {
  constructor(private readonly queue: Queue) {}

  @Command('notes:push') async notes(count: int, milliseconds: int) {
    for (let number = 1; number <= count; number++) await this.queue.push(new Note(number, milliseconds))
  }

  @Command('kill:push') async kill(maxAttempts: int) {
    await this.queue.push(new Kill(), { maxAttempts })
  }

  @Command('block:push') async block() {
    await this.queue.push(new Block())
  }

  @Command('forget:push') async forget(crashes: boolean) {
    await this.queue.push(new Forget(crashes))
  }

  @Command('refusal:push') async refusal(reason: string, maxAttempts: int = 1) {
    console.log(await this.queue.push(new Refuse(reason), { maxAttempts }))
  }
}
`

/** Code that only a later release has. */
const laterJobs = `import { Command, type int } from '@fw/core'
import { Queue, type Job } from '@fw/queue'
import { Journal } from './jobs.ts'

export class Fresh implements Job {
  constructor(readonly number: int) {}
  handle(journal: Journal) { journal.write('fresh ' + this.number) }
}

export class PushingFresh {
  constructor(private readonly queue: Queue) {}

  @Command('fresh:push') async push(count: int) {
    await this.queue.pushAll(Array.from({ length: count }, (_, number) => new Fresh(number)))
  }
}
`

/** An application with jobs in a separate folder. */
export class QueueApplication {
  readonly root: string

  constructor(settings: Settings, release: 'first' | 'second' = 'first') {
    const lines = Object.entries(settings).map(([key, value]) => `${key}=${value}\n`)
    this.root = temporaryApplication({
      'package.json': '{ "name": "notes", "type": "module" }',
      '.env': lines.join(''),
      'src/jobs.ts': jobs,
      ...(release === 'second' && { 'src/later-jobs.ts': laterJobs }),
    })
  }

  /** The records of the jobs. */
  journal(): string[] {
    const file = join(this.root, 'journal.txt')
    return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
  }

  /** The numbers of the notes that came to their end, each as often as it did. */
  ended(): number[] {
    return this.journal()
      .filter((line) => line.startsWith('end '))
      .map((line) => Number(line.slice(4)))
  }
}
