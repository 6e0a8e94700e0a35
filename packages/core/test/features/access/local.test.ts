import {
  Allows,
  Authentication,
  Command,
  CommandRegistry,
  Config,
  Container,
  createApp,
  Denied,
  LocalPrincipal,
  Logger,
  Principal,
  Roles,
  Scopes,
  type Class,
  type Policy,
} from '@fw/core'
import { CommandRunner } from '@fw/core/console'
import { expect, test } from 'vitest'
import { runFw } from '../../support/fw-process.ts'
import { importableApplication, temporaryApplication } from '../../support/temporary-application.ts'
import { bearer, FullLog, User } from './guarded.ts'

class NotOnFridays implements Policy {
  allows(_caller: Principal, day: string) {
    return day === 'friday' ? Denied.because('Not on fridays.') : true
  }
}

/** Takes the caller in its constructor. */
class Trail {
  constructor(readonly caller: Principal) {}
}

const done: string[] = []

@Roles('operator')
class Deployment {
  constructor(readonly trail: Trail) {}

  @Command('deploy')
  @Scopes('deploy')
  @Allows(NotOnFridays)
  deploy(caller: Principal, day: string, force?: boolean) {
    const isLocal = caller instanceof LocalPrincipal && caller === this.trail.caller
    done.push(`${caller.key} ${day} ${force} ${isLocal}`)
  }
}

class ForUsers {
  @Command('users')
  users(_user: User) {}
}

function runner(type: Class) {
  const log = new FullLog()
  const container = new Container().instance(Config, Config.of({})).instance(Logger, log)
  container.instance(Authentication, new Authentication({ schemes: { user: bearer({}) } })).boot()
  const commands = new CommandRegistry().register(type)
  const errors: string[] = []
  const output = {
    stdout: { write: () => {} },
    stderr: { write: (text: string) => errors.push(text) },
  }
  return { log, container, commands, errors, run: new CommandRunner(commands, container, output) }
}

test('a command is called by a LocalPrincipal with all scopes, and policies are checked', async () => {
  const { run, errors, log } = runner(Deployment)
  expect(await run.run(['deploy', 'monday', 'true'])).toBe(0)
  expect(done).toEqual(['#local monday true true'])
  expect(await run.run(['deploy', 'friday'])).toBe(1)
  expect(errors.join('')).toContain('Not on fridays.')
  expect(done).toHaveLength(1)
  expect(log.lines).toContainEqual([
    'warn',
    'Access was denied.',
    { reason: 'policy', status: 403, kind: 'command', name: 'deploy', principal: '#local' },
  ])
})

test('a command that takes another caller is an error at boot', () => {
  const { container, commands } = runner(ForUsers)
  expect(() => commands.find('users')?.prepare?.(container)).toThrow(
    /ForUsers\.users \(.*\): it takes User, but commands are called by a LocalPrincipal\./u,
  )
})

const application = {
  'package.json': '{ "name": "shop", "type": "module" }',
  'src/who.ts': `import { Authentication, Principal, Scheme, type Config, type Credential } from '@fw/core'
export class People {
  find(name: string) { return name === 'ada' ? new Principal({ id: name }) : null }
}
class Names extends Scheme {
  readonly reads = { authorization: 'Bearer' }
  authenticate({ text }: Credential) { return new Principal({ id: text, claims: { sub: text } }) }
}
export class Who extends Authentication {
  static override schemes(config: Config, get: <T>(type: abstract new (...args: never[]) => T) => T) {
    return { names: new Names({ principal: ({ sub }) => get(People).find(sub as string) }) }
  }
  static override options() { return { scopes: { 'orders:read': {} } } }
}
`,
  'src/orders.ts': `import { Command, Get, Principal, Public, Roles, Scopes } from '@fw/core'
export class Orders {
  @Get('/orders') list(caller: Principal) { return caller.id }
  @Get('/orders/all') @Scopes('orders:read') @Roles('clerk') all() { return [] }
  @Get('/prices') @Public() prices() { return [] }
  @Command('orders:tidy') @Roles('clerk') tidy(caller: Principal) { console.log(caller.key) }
}
`,
}

test('fw routes shows what each route requires', async () => {
  const { code, stdout, stderr } = await runFw(temporaryApplication(application), ['routes'])
  expect([code, stderr]).toEqual([0, ''])
  expect(
    stdout
      .trim()
      .split('\n')
      .map((line) => line.split(/ {2,}/u)),
  ).toEqual([
    ['GET', '/orders', 'Orders.list', 'authenticated by names'],
    ['GET', '/orders/all', 'Orders.all', 'scope orders:read, role clerk (by names)'],
    ['GET', '/prices', 'Orders.prices', 'public'],
  ])
})

test('a listener has no caller', async () => {
  const listener = `import { Listener, Principal } from '@fw/core'
export class Sold {}
export class Sales {
  constructor(readonly caller: Principal) {}
  @Listener() note(event: Sold) { console.log(event) }
}
`
  const root = importableApplication({ ...application, 'src/sales.ts': listener })
  await expect(createApp(root)).rejects.toThrow(
    /^Sales \(.*\): its constructor takes Principal, but listeners have no caller\./u,
  )
})

test('an application can declare its Authentication as a class', async () => {
  const root = importableApplication(application)
  expect(await runFw(root, ['orders:tidy'])).toMatchObject({ code: 0, stdout: '#local\n' })
  const { kernel } = await createApp(root)
  const send = async (path: string, name?: string) => {
    const headers: HeadersInit = name ? { authorization: `Bearer ${name}` } : {}
    const response = await kernel.fetch(new Request(`http://localhost${path}`, { headers }))
    return [response.status, await response.json(), response.headers.get('www-authenticate')]
  }
  expect(await send('/orders', 'ada')).toEqual([200, 'ada', null])
  expect(await send('/orders', 'bob')).toEqual([
    401,
    { error: 'The credentials are not accepted.' },
    'Bearer realm="shop", error="invalid_token"',
  ])
  expect((await send('/orders'))[0]).toBe(401)
  expect((await send('/prices'))[0]).toBe(200)
})
