import { join } from 'node:path'
import { expect, test } from 'vitest'
import { transform, type Host } from '../src/index.ts'
import { runUnderRegister } from './run-program.ts'
import { temporaryFolder } from './temporary-folder.ts'

const print = `
export function print(...classes: object[]): void {
  for (const described of classes) {
    const { parameters = [] } = (described as any)[Symbol.for('fw.description')]()
    for (const { name, type } of parameters) console.log(name, type.kind, type.class?.name, type.text)
  }
}
`

test('modules that import each other are described in any order', () => {
  const files = {
    'print.ts': print,
    'customer.ts': `
import { Order } from './order.ts'
export class Customer { constructor(readonly orders: Order, readonly self: Customer) {} }
`,
    'order.ts': `
import type { Customer } from './customer.ts'
export class Order { constructor(readonly customer: Customer) {} }
`,
  }
  for (const [first, second] of [
    ['customer', 'order'],
    ['order', 'customer'],
  ]) {
    const folder = temporaryFolder({
      ...files,
      'main.ts': `
import * as first from './${first}.ts'
import * as second from './${second}.ts'
import { print } from './print.ts'
print(...Object.values({ ...first, ...second }).sort((a, b) => a.name < b.name ? -1 : 1))
`,
    })
    expect(runUnderRegister(['main.ts'], { cwd: folder })).toBe(
      'orders class Order undefined\nself class Customer undefined\ncustomer class Customer undefined\n',
    )
  }
})

test('imports are followed and run with the extensions used in TypeScript', () => {
  const folder = temporaryFolder({
    'print.ts': print,
    'main.ts': `
import { print } from './print'
import { Order } from './models/order.js'
import { Status } from './models'
import type { Line } from './models'
import { OnlyAsType, AlsoOnlyAsType } from './models/index.js'
class A {
  constructor(readonly order: Order, readonly status: Status, readonly line: Line,
    readonly only: OnlyAsType, readonly also: AlsoOnlyAsType) {}
}
print(A)
console.log(new Order() instanceof Order, Status.Open)
`,
    'models/index.ts': `
export { Status } from './status.js'
export type { Line } from './line'
export type { OnlyAsType } from './only.js'
export type * from './only.js'
`,
    'models/order.ts': 'export class Order {}\n',
    'models/line.mts': 'export class Line {}\n',
    'models/status.ts': "export enum Status { Open = 'open' }\n",
    'models/only.ts': 'export class OnlyAsType {}\nexport class AlsoOnlyAsType {}\n',
  })
  expect(runUnderRegister(['main.ts'], { cwd: folder })).toBe(
    [
      'order class Order undefined',
      'status enum undefined undefined',
      'line class Line undefined',
      'only class OnlyAsType undefined',
      'also class AlsoOnlyAsType undefined',
      'true open',
      '',
    ].join('\n'),
  )
})

test('types of packages become their classes if these have a value', () => {
  const folder = temporaryFolder({
    'print.ts': print,
    'main.ts': `
import type { APIGatewayProxyEvent } from 'aws-lambda'
import type { Settings } from 'only-types'
import { Clock, type Options } from 'clock'
import * as clock from 'clock'
import Watch from 'clock/watch'
import type { Self } from 'own/self'
import { DatabaseSync } from 'node:sqlite'
import { print } from './print.ts'
import type { Ambient } from './ambient.d.ts'
import { Scripted } from './scripted.js'

declare class Declared {}

class A {
  constructor(
    readonly event: APIGatewayProxyEvent, readonly settings: Settings, readonly clock: Clock,
    readonly options: Options, readonly whole: clock.Clock, readonly watch: Watch, readonly own: Self,
    readonly database: DatabaseSync, readonly ambient: Ambient, readonly scripted: Scripted,
    readonly declared: Declared,
  ) {}
}
print(A)
`,
    'package.json':
      '{ "name": "own", "type": "module", "exports": { "./*": { "types": "./x.d.ts", "default": "./*.ts" } } }',
    'self.ts': 'export class Self {}\n',
    'ambient.d.ts': 'export declare class Ambient {}\n',
    'scripted.js': 'export class Scripted {}\n',
    'node_modules/@types/aws-lambda/package.json': '{ "name": "@types/aws-lambda" }',
    'node_modules/only-types/package.json':
      '{ "name": "only-types", "exports": { ".": { "types": "./index.d.ts" } } }',
    'node_modules/clock/package.json':
      '{ "name": "clock", "type": "module", "exports": { ".": "./index.js", "./*": ["./*.js"] } }',
    'node_modules/clock/index.js': 'export class Clock {}\n',
    'node_modules/clock/watch.js': 'export default class Timepiece {}\n',
  })
  expect(runUnderRegister(['main.ts'], { cwd: folder })).toBe(
    [
      'event class undefined undefined',
      'settings class undefined undefined',
      'clock class Clock undefined',
      'options class undefined undefined',
      'whole class Clock undefined',
      'watch class Timepiece undefined',
      'own class Self undefined',
      'database class DatabaseSync undefined',
      'ambient class undefined undefined',
      'scripted class Scripted undefined',
      'declared class undefined undefined',
      '',
    ].join('\n'),
  )
})

test('classes named Object, Symbol or like a private import are supported', () => {
  const folder = temporaryFolder({
    'print.ts': print,
    'main.ts': `
import { print } from './print.ts'
import type { Order } from './order.ts'
class Object { constructor(readonly order: Order, readonly symbol: Symbol) {} }
class Symbol { constructor(readonly __fw_Order: string) {} }
print(Object, Symbol)
`,
    'order.ts': 'export class Order {}\n',
  })
  expect(runUnderRegister(['main.ts'], { cwd: folder })).toBe(
    'order class Order undefined\nsymbol class Symbol undefined\n__fw_Order string undefined undefined\n',
  )
})

test('other modules are found and read only through the host, and listed in the result', () => {
  const root = join(import.meta.dirname, 'nowhere')
  const files: Record<string, string> = {
    [join(root, 'order.ts')]: "export { Order } from './model.ts'",
    [join(root, 'model.ts')]: 'export class Order {}\nexport interface Unused {}',
  }
  const host: Host = {
    readFile: (path) => files[path],
    resolve: (specifier) => ({ kind: 'file', path: join(root, specifier) }),
  }
  const source = "import type { Order } from './order.ts'\nclass A { constructor(order: Order) {} }"
  const { code, followed } = transform(source, join(root, 'main.ts'), { host })
  expect(code).toContain('import { "Order" as __fw_Order } from "./model.ts"')
  expect(followed).toEqual([join(root, 'order.ts'), join(root, 'model.ts')])

  files[join(root, 'model.ts')] = "export type Order = 'changed'"
  const changed = transform(source, join(root, 'main.ts'), { host })
  expect(changed.code).toContain('"values":["changed"]')
})

test('the types of a module without classes are not read', () => {
  const { code, followed } = transform(
    "import { A } from './gone.ts'\nexport let a: A",
    '/app/a.ts',
  )
  expect(code.trim()).toBe('export let a;')
  expect(followed).toEqual([])
})
