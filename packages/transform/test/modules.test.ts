import { join } from 'node:path'
import { expect, test } from 'vitest'
import { transform, type Host } from '../src/index.ts'
import { loadFixture } from './load-fixture.ts'
import { temporaryFolder } from './temporary-folder.ts'

const describing = `
export function describe(...classes: object[]): string[] {
  return classes.flatMap((described) => {
    const { parameters = [] } = (described as any)[Symbol.for('fw.description')]()
    return parameters.map(({ name, type }) => [name, type.kind, type.class?.name].filter(Boolean).join(' '))
  })
}
`

/** The lines that the module `main.ts` of an application exports. */
function linesOf(files: Record<string, string>): string[] {
  const folder = temporaryFolder({ 'describing.ts': describing, ...files })
  const { lines } = loadFixture(join(folder, 'main.ts')) as { lines: string[] }
  return lines
}

test('modules that import each other are described in any order', () => {
  const files = {
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
    const lines = linesOf({
      ...files,
      'main.ts': `
import * as first from './${first}.ts'
import * as second from './${second}.ts'
import { describe } from './describing.ts'
export const lines = describe(...Object.values({ ...first, ...second }).sort((a, b) => a.name < b.name ? -1 : 1))
`,
    })
    expect(lines).toEqual(['orders class Order', 'self class Customer', 'customer class Customer'])
  }
})

test('imports are followed and run with the extensions used in TypeScript', () => {
  const lines = linesOf({
    'main.ts': `
import { describe } from './describing'
import { Order } from './models/order.js'
import { Status } from './models'
import type { Line } from './models'
import { OnlyAsType, AlsoOnlyAsType } from './models/index.js'
class A {
  constructor(readonly order: Order, readonly status: Status, readonly line: Line,
    readonly only: OnlyAsType, readonly also: AlsoOnlyAsType) {}
}
export const lines = describe(A)
lines.push(\`\${new Order() instanceof Order} \${Status.Open}\`)
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
  expect(lines).toEqual([
    'order class Order',
    'status enum',
    'line class Line',
    'only class OnlyAsType',
    'also class AlsoOnlyAsType',
    'true open',
  ])
})

test('types of packages become their classes if these have a value', () => {
  const lines = linesOf({
    'main.ts': `
import type { APIGatewayProxyEvent } from 'aws-lambda'
import type { Settings } from 'only-types'
import { Clock, type Options } from 'clock'
import * as clock from 'clock'
import Watch from 'clock/watch'
import type { Self } from 'own/self'
import { DatabaseSync } from 'node:sqlite'
import { describe } from './describing.ts'
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
export const lines = describe(A)
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
  expect(lines).toEqual([
    'event class',
    'settings class',
    'clock class Clock',
    'options class',
    'whole class Clock',
    'watch class Timepiece',
    'own class Self',
    'database class DatabaseSync',
    'ambient class',
    'scripted class Scripted',
    'declared class',
  ])
})

test('types of packages are read if they are data as a whole', () => {
  const lines = linesOf({
    'main.ts': `
import type * as shapes from 'shapes'
import { describe } from './describing.ts'
class A {
  constructor(
    readonly plain: shapes.Plain, readonly text: shapes.Text, readonly inArray: shapes.InArray,
    readonly inTuple: shapes.InTuple, readonly inRest: shapes.InRest, readonly inRecord: shapes.InRecord,
    readonly inUnion: shapes.InUnion, readonly inStream: shapes.InStream, readonly inObject: shapes.InObject,
    readonly ofClass: shapes.OfClass, readonly endless: shapes.Endless<string>, readonly own: Omit<shapes.Plain, 'text'>,
    readonly ring: shapes.Ring,
  ) {}
}
export const lines = describe(A)
`,
    'node_modules/shapes/package.json': '{ "name": "shapes", "types": "index.d.ts" }',
    'node_modules/shapes/index.d.ts': `
export interface Plain {
  text: string
  list: Inner[]
  pair: [string, ...number[]]
  map: Record<string, number>
  at: Date | null
  stream: ReadableStream<Uint8Array>
}
interface Inner { deep: 'a' | 1 }
export type Text = 'a' | 'b'
export type Ring = { next?: Ring }
type Run = () => void
declare class Hidden {}
export interface InArray { list: Run[] }
export interface InTuple { pair: [string, Run] }
export interface InRest { pair: [string, ...Run[]] }
export interface InRecord { map: Record<string, Run> }
export interface InUnion { either: string | Run }
export interface InStream { stream: ReadableStream<Run> }
export interface InObject { inner: { run: Run } }
export interface OfClass { hidden: Hidden }
export interface Endless<T> { next: Endless<T[]> }
`,
  })
  expect(lines).toEqual([
    'plain object',
    'text enum',
    'inArray class',
    'inTuple class',
    'inRest class',
    'inRecord class',
    'inUnion class',
    'inStream class',
    'inObject class',
    'ofClass class',
    'endless class',
    'own object',
    'ring object',
  ])
})

test('classes named Object, Symbol or like a private import are supported', () => {
  const lines = linesOf({
    'main.ts': `
import { describe } from './describing.ts'
import type { Order } from './order.ts'
class Object { constructor(readonly order: Order, readonly symbol: Symbol) {} }
class Symbol { constructor(readonly __fw_Order: string) {} }
export const lines = describe(Object, Symbol)
`,
    'order.ts': 'export class Order {}\n',
  })
  expect(lines).toEqual(['order class Order', 'symbol class Symbol', '__fw_Order string'])
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
