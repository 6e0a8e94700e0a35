import { expect, test } from 'vitest'
import { runFw } from '../../support/fw-process.ts'
import { temporaryApplication } from '../../support/temporary-application.ts'
import { fortyMistakes } from './forty-mistakes.ts'

const expected = [
  'AttributeRefused src/agents.ts:7:3',
  'DuplicateTool src/agents.ts:13:3',
  'InvalidTool src/agents.ts:16:11',
  'UnusableType src/agents.ts:19:8',
  'InvalidResource src/agents.ts:22:3',
  'InvalidResource src/agents.ts:25:3',
  'AttributeRefused src/agents.ts:28:3',
  'InvalidCommand src/agents.ts:31:3',
  'DuplicateCommand src/agents.ts:34:3',
  'InvalidCommand src/agents.ts:37:10',
  'InvalidSchedule src/agents.ts:40:3',
  'UnusableType src/agents.ts:44:28',
  'InvalidJob src/agents.ts:48:14',
  'HiddenClass src/agents.ts:50:7',
  'InvalidMiddleware src/around.ts:11:3',
  'InvalidAccess src/around.ts:14:3',
  'InvalidListener src/around.ts:17:3',
  'InvalidListener src/around.ts:20:9',
  'InvalidErrorHandler src/around.ts:23:3',
  'InvalidErrorHandler src/around.ts:26:13',
  'DuplicateErrorHandler src/around.ts:32:3',
  'InvalidErrorHandler src/around.ts:36:3',
  'InvalidAccess src/around.ts:40:3',
  'InvalidAccess src/around.ts:45:3',
  'AttributeRefused src/around.ts:49:3',
  'InvalidMiddleware src/around.ts:53:14',
  'InvalidMiddleware src/around.ts:56:29',
  'SourceSyntaxError src/broken.ts:5:3',
  'MisplacedConstraint src/orders.ts:5:23',
  'MisplacedConstraint src/orders.ts:6:22',
  'MisplacedConstraint src/orders.ts:7:22',
  'UnusableType src/orders.ts:8:20',
  'UnusableType src/orders.ts:9:20',
  'AttributeRefused src/orders.ts:10:27',
  'AttributeNotCalled src/orders.ts:11:5',
  'MisplacedConstraint src/orders.ts:14:17',
  'InvalidRoute src/properties.ts:5:3',
  'InvalidRoute src/properties.ts:8:7',
  'InvalidTool src/properties.ts:11:3',
  'InvalidCommand src/properties.ts:14:3',
  'InvalidHealthCheck src/properties.ts:17:3',
  'HiddenClass src/properties.ts:20:23',
  'InvalidPathTemplate src/routes.ts:6:3',
  'InvalidPathTemplate src/routes.ts:9:3',
  'InvalidPathTemplate src/routes.ts:12:3',
  'InvalidPathTemplate src/routes.ts:15:3',
  'DuplicateRoute src/routes.ts:21:3',
  'UnresolvableParameter src/routes.ts:24:12',
  'InvalidRoute src/routes.ts:27:3',
  'InvalidRoute src/routes.ts:30:10',
  'InvalidRoute src/routes.ts:34:3',
  'UnresolvableParameter src/routes.ts:37:20',
  'UnusableType src/routes.ts:40:14',
  'InvalidRoute src/routes.ts:47:14',
  'SyntaxError src/thrown.ts:3:19',
]

interface Printed {
  readonly severity: string
  readonly code: string
  readonly class?: string
  readonly file: string
  readonly line: number
  readonly column: number
  readonly text: string
  readonly remedy: string
}

async function checkJson(root: string, ...words: readonly string[]) {
  const { code, stdout, stderr } = await runFw(root, ['check', '--format', 'json', ...words])
  return { code, stderr, findings: JSON.parse(stdout) as Printed[] }
}

test('fw check lists every mistake of an application in one run, with its location', async () => {
  const { code, stderr, findings } = await checkJson(temporaryApplication(fortyMistakes))

  expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
  expect(
    findings.map(({ code: name, file, line, column }) => `${name} ${file}:${line}:${column}`),
  ).toEqual(expected)
  expect(new Set(findings.map(({ text }) => text)).size).toBeGreaterThan(40)
})

test('each finding contains the class and a remedy', async () => {
  const { findings } = await checkJson(temporaryApplication(fortyMistakes))

  const ofModules = findings.filter((finding) => finding.class === undefined)
  expect(ofModules.map(({ code }) => code)).toEqual(['SourceSyntaxError', 'SyntaxError'])
  expect(findings.filter(({ remedy }) => remedy === '')).toEqual([])
  expect(findings.find(({ code }) => code === 'SourceSyntaxError')?.remedy).toBe(
    'Fix the code that causes this error.',
  )
  expect(findings.filter(({ code }) => code === 'HiddenClass').map(({ text }) => text)).toEqual([
    expect.stringMatching(/^\w+ in src\/agents\.ts is not used: /),
    expect.stringMatching(/^\w+ in src\/properties\.ts is not used: /),
  ])
  expect(findings.find(({ code }) => code === 'UnresolvableParameter')).toEqual({
    severity: 'error',
    code: 'UnresolvableParameter',
    class: 'Orders',
    file: 'src/routes.ts',
    line: 24,
    column: 12,
    text: 'Orders.unfilled: parameter "ident" (string) has no source. Rename it to "id", as in the path "/nothing/{id}", mark it @Query(), or give it a default.',
    remedy:
      'Rename it to "id", as in the path "/nothing/{id}", mark it @Query(), or give it a default.',
  })
})

test('all unreadable members of a type are listed, even in classes of packages', async () => {
  const { findings } = await checkJson(
    temporaryApplication({
      'package.json': '{ "type": "module" }',
      'src/orders.ts': `import { Body, Get, Post } from '@fw/core'
import { Pool } from 'pg'
export class Order {
  constructor(readonly pool: Pool, readonly more: { a: symbol; b: symbol }) {}
}
export class Orders {
  @Get('/orders') list(): { a: symbol; b: symbol[] } { throw new Error() }
  @Post('/orders') create(@Body() order: Order): void {}
}
`,
    }),
  )

  expect(
    findings.map(({ code, class: owner, line, column }) => [code, owner, line, column]),
  ).toEqual([
    ['UnusableType', 'Order', 4, 24],
    ['UnusableType', 'Order', 4, 56],
    ['UnusableType', 'Order', 4, 67],
    ['UnusableType', 'Orders', 7, 32],
    ['UnusableType', 'Orders', 7, 43],
  ])
  expect(findings[0]?.remedy).toContain('scalar(')
})

test('for GitHub, each is an annotation with a path relative to the checkout', async () => {
  const root = temporaryApplication({
    'package.json': '{ "type": "module" }',
    'src/orders.ts': `import { Get } from '@fw/core'
export class Orders {
  @Get('orders') list(): string { return '' }
  @Get('/100%') half() { return '' }
}
`,
  })
  const { code, stdout } = await runFw(root, ['check', '--format', 'github'], {
    GITHUB_WORKSPACE: root.slice(0, root.lastIndexOf('/')),
  })

  const file = `${root.slice(root.lastIndexOf('/') + 1)}/src/orders.ts`
  expect(code).toBe(1)
  expect(stdout.split('\n')).toEqual([
    `::error title=InvalidPathTemplate,file=${file},line=3,col=18::Orders.list: the path "orders" cannot be used: it does not start with "/". Write "/orders".`,
    `::warning title=UndeclaredReturn,file=${file},line=4,col=17::Orders.half declares no return type, so its schema allows any value. Declare it, or run fw check --fix.`,
    '',
  ])
})

const shop = {
  'package.json': '{ "type": "module" }',
  'src/shop.ts': `import { Get } from '@fw/core'
export abstract class Stock { abstract count(): number }
export class Shop {
  constructor(readonly stock: Stock) { throw new Error('built') }
  @Get('/stock') stock_(): number { return this.stock.count() }
}
export class Till {
  constructor(readonly stock: Stock) {}
  @Get('/till') till(): number { return 0 }
}
`,
  'src/bootstrap.ts': `import type { Container } from '@fw/core'
console.error('bootstrapped')
export default (_container: Container) => {}
`,
}

test('services that the bootstrap would register are not reported as missing, and it does not run', async () => {
  expect(await runFw(temporaryApplication(shop), ['check'])).toEqual({
    code: 0,
    stdout: 'No problems found.\n',
    stderr: '',
  })
})

test('--boot runs the bootstrap, and lists all services that cannot be created', async () => {
  const { code, stderr, findings } = await checkJson(temporaryApplication(shop), '--boot')

  expect({ code, stderr }).toEqual({ code: 1, stderr: 'bootstrapped\n' })
  expect(findings.map(({ code: name, line }) => [name, line])).toEqual([
    ['UnresolvableDependency', 4],
    ['UnresolvableDependency', 8],
  ])
})

test('--boot lists the error that boot throws', async () => {
  const { findings } = await checkJson(
    temporaryApplication({
      ...shop,
      'src/bootstrap.ts': `export default () => { throw new Error('no database') }`,
    }),
    '--boot',
  )

  expect(findings.map(({ code, text }) => [code, text])).toEqual([['Error', 'no database']])
})

test('--boot lists the settings that constructors need, which are created on first use', async () => {
  const files = {
    'package.json': '{ "type": "module" }',
    'src/shop.ts': `import { Command, Config, Get } from '@fw/core'
export class Shop {
  constructor(config: Config) { config.string('SHOP_NAME') }
  @Get('/') name(): string { return '' }
}
export class Tools {
  constructor(config: Config) { config.int('TOOLS_SIZE') }
  @Command('tools') run() {}
}
`,
  }
  const { findings } = await checkJson(temporaryApplication(files), '--boot')

  expect(findings.map(({ code, line, text }) => [code, line, text.split(' ')[0]])).toEqual([
    ['ConfigValueMissing', 2, 'SHOP_NAME'],
    ['ConfigValueMissing', 6, 'TOOLS_SIZE'],
  ])
  const env = { ...files, '.env': 'SHOP_NAME=Tea\nTOOLS_SIZE=1\n' }
  expect((await checkJson(temporaryApplication(env), '--boot')).findings).toEqual([])
})

test('a key of .env that is misspelt or ignored is a warning', async () => {
  const findings = async (env: string) => {
    const root = temporaryApplication({
      'package.json': '{ "type": "module" }',
      'compose.yaml': 'ports: ["${FW_ADMIN_PORTS}:80"]',
      'src/shop.ts': `import { Config, Get } from '@fw/core'
export class Shop {
  constructor(readonly config: Config) {}
  @Get('/') name(): string {
    return this.config.string('SHOP_NAME', '') + this.config.string('SHOP_NAMED', '') + process.env['SHOP_1']
  }
}
`,
      '.env': env,
    })
    const { code, findings: all } = await checkJson(root)
    expect(code).toBe(0)
    return all.map(
      (each) => `${each.severity} ${each.file}:${each.line} ${each.text} ${each.remedy}`,
    )
  }

  const mistakes = '# Tea\nDATABSE_URL=sqlite:a.db\nSHP_NAME=Tea\nLOG_LEVLE=debug\nNODE_ENV=test\n'
  expect(await findings(mistakes)).toEqual([
    'warning .env:2 DATABSE_URL is set, but never read. Did you mean "DATABASE_URL"?',
    'warning .env:3 SHP_NAME is set, but never read. Did you mean "SHOP_NAME"?',
    'warning .env:4 LOG_LEVLE is set, but never read. Did you mean "LOG_LEVEL"?',
    'warning .env:5 NODE_ENV has no effect in .env. Set it in the environment. For production, you can also run "fw --production serve".',
  ])
  // They are read, or the similar key is set, or they are only similar in form.
  const others = 'SHOP_NAMED=1\nSHOP_NAME=2\nSHOP_NAMES=3\nSHOP_2=4\nFW_ADMIN_PORTS=5\nSHP_NOM=6\n'
  expect(await findings(others)).toEqual([])
})

test('a parameter that the prefix of the application fills is not a mistake', async () => {
  const root = temporaryApplication({
    'package.json': '{ "type": "module" }',
    'src/a.ts': `import { Get } from '@fw/core'
export class Orders { @Get('/orders') list(tenant: string): string { return tenant } }
`,
    'src/z.ts': `import { Application, Prefix } from '@fw/core'
@Application() @Prefix('/{tenant}') export class Shop {}
`,
  })

  expect(await runFw(root, ['check'])).toMatchObject({ code: 0, stdout: 'No problems found.\n' })
})

test('a build is checked in the same way', async () => {
  const root = temporaryApplication({
    'package.json': '{ "type": "module" }',
    'src/orders.ts': `import { Get } from '@fw/core'
export class Orders { @Get('orders') list(): string { return '' } }
`,
  })
  await runFw(root, ['build', '--skip-boot'])

  const { stdout } = await runFw(root, ['check', '--format', 'json'], { NODE_ENV: 'production' })

  expect(JSON.parse(stdout)).toMatchObject([{ file: 'src/orders.ts', line: 2, column: 38 }])
})

test('health checks with the same name are found', async () => {
  const root = temporaryApplication({
    'package.json': '{ "type": "module" }',
    'src/health.ts': `import { HealthCheck } from '@fw/core'
export class Store {
  @HealthCheck('disk') one(): void {}
  @HealthCheck('disk') two(): void {}
  @HealthCheck('disk') three(): void {}
}
`,
  })

  const { findings } = await checkJson(root)

  expect(findings.map(({ code, line }) => [code, line])).toEqual([
    ['InvalidHealthCheck', 4],
    ['InvalidHealthCheck', 5],
  ])
})

const everyRunTimeValue = {
  'package.json': '{ "type": "module" }',
  'src/jobs.ts': `import { GiveUp, JobInfo, type Job } from '@fw/queue'
import { Schedule } from '@fw/core'
export class Tidy implements Job {
  handle(info: JobInfo, signal: AbortSignal): void {}
  failed(error: Error, signal: AbortSignal, info: JobInfo): void {}
}
@Schedule('* * * * *')
export class Nightly implements Job {
  handle(signal: AbortSignal): void { throw new GiveUp('never') }
}
`,
  'src/schedules.ts': `import { ScheduledRun } from '@fw/schedule'
import { Schedule } from '@fw/core'
export class Reports {
  @Schedule('0 3 * * *') close(run: ScheduledRun, signal: AbortSignal): void {}
}
`,
  'src/operations.ts': `import { Command, HealthCheck, Listener } from '@fw/core'
export class Placed {}
export class Operations {
  @Command('work') async work(signal: AbortSignal): Promise<void> {}
  @HealthCheck('disk') async disk(signal: AbortSignal): Promise<void> {}
  @Listener() placed(event: Placed): void {}
}
`,
  'src/tools.ts': `import { McpResource, McpTool } from '@fw/core'
import { ProgressReporter } from '@fw/core/mcp'
export class Tools {
  @McpTool() async lend(id: string, progress: ProgressReporter, signal: AbortSignal): Promise<string> { return id }
  @McpResource('shelf://{id}') async shelf(id: string, signal: AbortSignal): Promise<string> { return id }
}
`,
}

test('values that are provided at run time are not mistakes', async () => {
  const root = temporaryApplication(everyRunTimeValue)

  expect(await runFw(root, ['check'])).toEqual({
    code: 0,
    stdout: 'No problems found.\n',
    stderr: '',
  })
})

test('the output of a command does not contain what modules print while they load', async () => {
  const root = temporaryApplication({
    'package.json': '{ "type": "module" }',
    'src/loud.ts': `import { Get, Schedule } from '@fw/core'
console.log('loaded')
process.stdout.write('written\\n')
export class Loud {
  @Get('/loud') loud(): string { return '' }
  @Schedule('0 3 * * *') close(): void {}
}
`,
    'src/bootstrap.ts': `export default () => console.log('bootstrapped')`,
  })
  const outputs = await Promise.all(
    ['check --format json', 'check --boot --format json', 'openapi', 'schedule:list --json'].map(
      async (words) => {
        const { stdout, stderr } = await runFw(root, words.split(' '))
        return { stdout: JSON.parse(stdout) as unknown, stderr }
      },
    ),
  )
  expect(outputs.map(({ stderr }) => stderr)).toEqual([
    'loaded\nwritten\n',
    'loaded\nwritten\nbootstrapped\n',
    'loaded\nwritten\n',
    'bootstrapped\nloaded\nwritten\n',
  ])
  expect((await runFw(root, ['routes'])).stdout).toBe('GET  /loud  Loud.loud\n')
})

test('a module that ends the process is a failure', async () => {
  const root = temporaryApplication({
    'package.json': '{ "type": "module" }',
    'src/program.ts': `import { Get } from '@fw/core'
export class Program { @Get('/') get(): string { return '' } }
process.exit(0)
`,
  })
  expect(await runFw(root, ['check'])).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(
      /^The process ended while .*\n {4}at .*src\/program\.ts:3:9\)?\nIf a module calls process\.exit\(\), move the call to a command/,
    ),
  })
})
