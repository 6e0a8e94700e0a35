import { createApp, JsonLogger, Logger, type Application } from '@fw/core'
import { Queue, Worker, type Job } from '@fw/queue'
import { expect, test } from 'vitest'
import { importableApplication } from '../../core/test/support/temporary-application.ts'
import type { Settings } from './backends.ts'

const greet = `import type { Job } from '@fw/queue'
export class Greeting { for(name: string) { return 'Hello, ' + name } }
export class Greet implements Job {
  static readonly greetings: string[] = []
  constructor(readonly name: string) {}
  handle(greeting: Greeting) { Greet.greetings.push(greeting.for(this.name)) }
}
`

test('jobs are discovered, and run by a worker of the application', async () => {
  const { container, classes } = await boot({ QUEUE_CONNECTION: 'memory' })
  const Greet = classes.find(({ name }) => name === 'Greet') as GreetClass
  const queue = container.get(Queue)
  const stop = new AbortController()
  const running = new Worker(queue, container).run(stop.signal)
  await queue.push(new Greet('Ada'))
  await expect.poll(() => Greet.greetings).toEqual(['Hello, Ada'])
  stop.abort()
  await running
})

test('an application whose jobs have settings that do not exist does not boot', async () => {
  const start = (options: string) => {
    const decorated = greet.replace('export class Greet ', `@JobOptions({ ${options} })\n$&`)
    const source = `import { JobOptions } from '@fw/core'\n${decorated}`
    return boot({ QUEUE_CONNECTION: 'memory' }, { 'src/greet.ts': source })
  }
  for (const setting of ['limit', 'rate']) {
    await expect(start(`queue: 'mail', ${setting}: 2`)).rejects.toThrow(
      new RegExp(
        String.raw`^Greet \(.*greet\.ts:\d+:\d+\): @JobOptions: ${setting} must be left out: it is not supported\. Give the jobs a separate queue, and run one worker for it, with --concurrency\.$`,
        'u',
      ),
    )
  }
  await expect(start('attempts: 2')).rejects.toThrow(
    '@JobOptions: attempts must be left out: there is no such setting. The settings are name, formerly, queue, maxAttempts, backoff, timeout, unique.',
  )
  await start('maxAttempts: 2')
})

test('a job receives its caller, directly or through a service, if there is an Authentication', async () => {
  const taking = (parameter: string) => `import type { Job } from '@fw/queue'
import { Authentication, Principal, type Credential, Scheme } from '@fw/core'
export class Trail { constructor(readonly caller: Principal | null) {} }
export class Greet implements Job { handle(${parameter}) { return by } }
`
  const callers = `class Names extends Scheme {
  readonly reads = { authorization: 'Bearer' }
  authenticate({ text }: Credential) { return new Principal({ id: text }) }
}
export class Callers extends Authentication { static override schemes() { return { names: new Names() } } }
`
  const start = (text: string) => boot({ QUEUE_CONNECTION: 'memory' }, { 'src/greet.ts': text })
  for (const parameter of ['by: Principal', 'by: Principal | null', 'by: Trail']) {
    await expect(start(taking(parameter))).rejects.toThrow(
      /^Greet\.handle \(.*greet\.ts:\d+:\d+\): it takes Principal, but there is no Authentication\. Register an Authentication: .*extends Authentication/u,
    )
    await start(taking(parameter) + callers)
  }
})

interface GreetClass {
  readonly greetings: string[]
  new (name: string): Job
}

/** Boots an application with a job. */
function boot(
  settings: Settings,
  files: Readonly<Record<string, string>> = {},
): Promise<Application> {
  const lines = Object.entries(settings).map(([key, value]) => `${key}=${value}\n`)
  const root = importableApplication({
    'package.json': '{ "type": "module" }',
    '.env': lines.join(''),
    'src/greet.ts': greet,
    ...files,
  })
  return createApp(root, {
    bootstrap(container) {
      container.instance(Logger, new JsonLogger({ level: 'silent' }))
    },
  })
}
