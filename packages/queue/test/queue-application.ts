import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Container, JsonLogger, Logger } from '@fw/core'
import { JobRegistry, Worker, type JobClass, type Queue, type WorkerOptions } from '@fw/queue'
import { onTestFinished } from 'vitest'
import { temporaryApplication } from '../../core/test/support/temporary-application.ts'
import type { Settings } from './backends.ts'
import { Journal } from './fixtures/application-jobs.ts'

const jobs = new URL('fixtures/application-jobs.ts', import.meta.url)

/** An application with jobs in a separate folder. */
export class QueueApplication {
  readonly root: string

  constructor(settings: Settings) {
    const lines = Object.entries(settings).map(([key, value]) => `${key}=${value}\n`)
    this.root = temporaryApplication({
      'package.json': '{ "name": "notes", "type": "module" }',
      '.env': lines.join(''),
      'src/jobs.ts': readFileSync(jobs, 'utf8'),
    })
  }

  /**
   * Starts a worker in the process of the test, with the journal of the application; returns a function that stops it.
   * It knows the job classes that it gets.
   */
  startWorker(queue: Queue, types: readonly JobClass[], options: WorkerOptions) {
    const registry = new JobRegistry()
    for (const type of types) registry.register(type)
    const file = join(this.root, 'journal.txt')
    const container = new Container()
      .instance(JobRegistry, registry)
      .instance(Journal, { write: (line) => appendFileSync(file, `${line}\n`) })
      .instance(Logger, new JsonLogger({ level: 'silent' }))
      .boot()
    const controller = new AbortController()
    const running = new Worker(queue, container, options).run(controller.signal)
    const stop = async () => {
      controller.abort()
      await running
    }
    onTestFinished(stop)
    return stop
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
