import {
  ConfigValueInvalid,
  ConfigValueMissing,
  createApp,
  Logger,
  UnresolvableDependency,
  type Application,
  type Bootstrap,
} from '@fw/core'
import { MemoryQueue, Queue, Worker, type Job } from '@fw/queue'
import { DatabaseQueue } from '@fw/queue/database'
import { RedisQueue } from '@fw/queue/redis'
import { expect, test } from 'vitest'
import { importableApplication } from '../../core/test/support/temporary-application.ts'
import type { Settings } from './backends.ts'

const greet = `import type { Job } from '@fw/queue'
export class Greeting { for(name: string) { return 'Hello, ' + name } }
export class Greet implements Job {
  static readonly said: string[] = []
  constructor(readonly name: string) {}
  handle(greeting: Greeting) { Greet.said.push(greeting.for(this.name)) }
}
`

test('the configured servers, or QUEUE_CONNECTION, select the queue of an application', async () => {
  const cases: [Settings, abstract new (...args: never[]) => Queue][] = [
    [{}, MemoryQueue],
    [{ QUEUE_CONNECTION: 'memory', DB_NAME: 'a.sqlite' }, MemoryQueue],
    [{ DB_NAME: 'a.sqlite' }, DatabaseQueue],
    [{ QUEUE_CONNECTION: 'database', DB_NAME: 'a.sqlite' }, DatabaseQueue],
    [{ DB_CONNECTION: 'postgres', DB_NAME: 'a', DB_USER: 'a' }, DatabaseQueue],
    [{ DB_CONNECTION: 'mysql', DB_NAME: 'a', DB_USER: 'a' }, DatabaseQueue],
    [{ QUEUE_CONNECTION: 'redis', DB_NAME: 'a.sqlite' }, RedisQueue],
    [{ REDIS_URL: 'redis://cache' }, RedisQueue],
    [{ REDIS_CLUSTER: 'cache:6379' }, RedisQueue],
    [{ DATABASE_URL: 'sqlite:a.db', REDIS_URL: 'redis://cache' }, DatabaseQueue],
    [{ QUEUE_CONNECTION: 'memory', REDIS_URL: 'redis://cache' }, MemoryQueue],
  ]
  for (const [settings, type] of cases) {
    const { container } = await boot(settings)
    expect(container.get(Queue)).toBeInstanceOf(type)
    await container[Symbol.asyncDispose]()
  }
})

test('jobs are discovered, and run by a worker of the application', async () => {
  const { container, classes } = await boot({ QUEUE_CONNECTION: 'memory' })
  const Greet = classes.find(({ name }) => name === 'Greet') as GreetClass
  const queue = container.get(Queue)
  const stop = new AbortController()
  const running = new Worker(queue, container).run(stop.signal)
  await queue.push(new Greet('Ada'))
  await expect.poll(() => Greet.said).toEqual(['Hello, Ada'])
  stop.abort()
  await running
})

test('a queue of the bootstrap is kept', async () => {
  const own = new MemoryQueue()
  const { container } = await boot({ QUEUE_CONNECTION: 'redis' }, {}, (c) => {
    c.instance(Queue, own)
  })
  expect(container.get(Queue)).toBe(own)
})

test('jobs in memory log a warning, unless memory is configured', async () => {
  const warnings = async (settings: Settings) => {
    const { container } = await boot(settings)
    return (container.get(Logger) as ListLogger).warnings
  }
  expect(await warnings({ QUEUE_CONNECTION: 'memory' })).toEqual([])
  expect(await warnings({})).toEqual([
    'Jobs are kept in memory, so only a worker in this process can run them. ' +
      'Set DATABASE_URL or REDIS_URL, or QUEUE_CONNECTION=memory if that is intended.',
  ])
})

test('an application whose jobs cannot be stored or served does not boot', async () => {
  await expect(boot({ QUEUE_CONNECTION: 'post' })).rejects.toThrow(ConfigValueInvalid)
  await expect(boot({ QUEUE_CONNECTION: 'database' })).rejects.toThrow(ConfigValueMissing)
  const source = greet.replace('greeting: Greeting', 'greeting: string')
  const unserved = boot({ QUEUE_CONNECTION: 'memory' }, { 'src/greet.ts': source })
  await expect(unserved).rejects.toThrow(UnresolvableDependency)
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
        String.raw`^Greet \(.*greet\.ts:\d+:\d+\): @JobOptions: ${setting} must be left out: it is not supported\. Give the jobs their own queue, and run one worker for it, with --concurrency\.$`,
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
      /^Greet\.handle \(.*greet\.ts:\d+:\d+\): it takes a Principal, but there is no Authentication\. Register an Authentication: .*extends Authentication/u,
    )
    await start(taking(parameter) + callers)
  }
})

test('an application without jobs needs no settings for a queue', async () => {
  await boot({ DB_CONNECTION: 'postgres' }, { 'src/greet.ts': '' })
})

interface GreetClass {
  readonly said: string[]
  new (name: string): Job
}

/** Boots an application with a job. */
function boot(
  settings: Settings,
  files: Readonly<Record<string, string>> = {},
  bootstrap: Bootstrap = () => {},
): Promise<Application> {
  const lines = Object.entries(settings).map(([key, value]) => `${key}=${value}\n`)
  const root = importableApplication({
    'package.json': '{ "type": "module" }',
    '.env': lines.join(''),
    'src/greet.ts': greet,
    ...files,
  })
  return createApp(root, {
    bootstrap(container, config) {
      container.instance(Logger, new ListLogger())
      return bootstrap(container, config)
    },
  })
}

class ListLogger extends Logger {
  readonly warnings: string[] = []

  debug() {}
  info() {}
  error() {}

  warn(message: string) {
    this.warnings.push(message)
  }
}
