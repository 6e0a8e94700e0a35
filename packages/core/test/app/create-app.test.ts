import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { createApp } from '../../src/app.ts'
import { Config } from '../../src/base/config/config.ts'
import { UnresolvableDependency } from '../../src/base/container/errors.ts'
import { EventDispatcher } from '../../src/features/events/dispatcher.ts'
import { runFw } from '../support/fw-process.ts'
import { importableApplication } from '../support/temporary-application.ts'

const files = {
  'package.json': '{ "type": "module" }',
  '.env': 'GREETING=Hello\n',
  'src/greeting.ts': `export abstract class Greeting { abstract readonly text: string }
`,
  'src/greeted.ts': 'export class Greeted { constructor(readonly names: string[]) {} }\n',
  'src/greeter.ts': `import { Get, EventDispatcher, type Config } from '@fw/core'
import { Greeting } from './greeting.ts'
import { Greeted } from './greeted.ts'
export class Greeter {
  constructor(private readonly greeting: Greeting, private readonly events: EventDispatcher) {}
  @Get('/greet/{name}') async greet(name: string) {
    const event = new Greeted([name])
    await this.events.dispatch(event)
    return this.greeting.text + ' ' + event.names.join(' and ')
  }
}
`,
  'src/listening.ts': `import { Command, Listener } from '@fw/core'
import { Greeted } from './greeted.ts'
export class Listening {
  @Listener() on(event: Greeted) { event.names.push('listener') }
  @Command('listen') listen() {}
}
`,
  'src/bootstrap.ts': `import type { Config, Container } from '@fw/core'
import { Greeting } from './greeting.ts'
export default async (container: Container, config: Config) => {
  const text = await Promise.resolve(config.string('GREETING'))
  container.bind(Greeting, () => ({ text }))
}
`,
}

describe('createApp', () => {
  test('composes configuration, bootstrap, discovery and kernel', async () => {
    const app = await createApp(importableApplication(files))

    const response = await app.kernel.fetch(new Request('http://localhost/greet/ada'))

    expect(await response.json()).toBe('Hello ada and listener')
    expect(app.config.string('GREETING')).toBe('Hello')
    expect(app.container.get(Config)).toBe(app.config)
    expect(app.container.get(EventDispatcher)).toBeInstanceOf(EventDispatcher)
    expect(app.router.routes.map(({ path }) => path)).toEqual(['/greet/{name}'])
    expect(app.commands.commands.map(({ name }) => name)).toEqual(['listen'])
    expect(app.classes.map(({ name }) => name)).toEqual(['Greeter', 'Listening'])
  })

  test('accepts the folder as a file URL, and needs no bootstrap', async () => {
    const root = importableApplication({
      'package.json': '{ "type": "module" }',
      'src/one.ts': `import { Get } from '@fw/core'\nexport class One { @Get('/one') one() { return 1 } }\n`,
    })

    const { kernel } = await createApp(pathToFileURL(root))

    expect(await (await kernel.fetch(new Request('http://localhost/one'))).json()).toBe(1)
  })

  test('lets a test replace a service of the application', async () => {
    const root = importableApplication(files)
    const { Greeting } = await import(/* @vite-ignore */ join(root, 'src/greeting.ts'))

    const { kernel } = await createApp(root, {
      bootstrap: (container) => void container.instance(Greeting, { text: 'Test' }),
    })

    const response = await kernel.fetch(new Request('http://localhost/greet/ada'))
    expect(await response.json()).toBe('Test ada and listener')
  })
})

describe('createApp refuses to boot', () => {
  test.for([
    ['controller', `@Get('/x') x() {}`],
    ['listener', '@Listener() on(event: Greeted) {}'],
    ['command', `@Command('x') x() {}`],
  ])('with a %s that cannot be built', async ([, method]) => {
    const root = importableApplication({
      ...files,
      'src/wrong.ts': `import { Command, Get, Listener } from '@fw/core'
import { Greeted } from './greeted.ts'
export class Wrong {
  constructor(readonly size: number) {}
  ${method}
}
`,
    })

    await expect(createApp(root)).rejects.toThrow(UnresolvableDependency)
    await expect(createApp(root)).rejects.toThrow(
      'Cannot build Wrong: "size" is declared as number',
    )
  })

  test('with a bootstrap that exports no function', async () => {
    const root = importableApplication({ ...files, 'src/bootstrap.ts': 'export const text = 1\n' })

    await expect(createApp(root)).rejects.toThrow(
      `${join(root, 'src/bootstrap.ts')} has no function as its default export. ` +
        'Write: export default (container: Container, config: Config) => { … }',
    )
  })

  test('with the error that its bootstrap throws', async () => {
    const root = importableApplication({ ...files, '.env': '' })

    await expect(createApp(root)).rejects.toThrow(
      `GREETING is not set. Expected a string. Set GREETING=… in the environment or ${join(root, '.env')}.`,
    )
  })
})

test.each(['naming', 'root'])('a setting that does not exist is an error: fw.%s', async (name) => {
  const manifest = { type: 'module', fw: { roots: ['src'], [name]: 'snake_case' } }
  const root = importableApplication({ ...files, 'package.json': JSON.stringify(manifest) })
  const message = `"fw.${name}" in package.json is not a setting. Remove it, or write one of client, external, mcp, openapi, roots.`
  await expect(createApp(root)).rejects.toThrow(message)
  const checked = await runFw(root, ['check'])
  expect([checked.code, checked.stdout + checked.stderr]).toEqual([
    1,
    expect.stringContaining(message),
  ])
  const built = await runFw(root, ['build'])
  expect([built.code, built.stderr]).toEqual([1, expect.stringContaining(message)])
})
