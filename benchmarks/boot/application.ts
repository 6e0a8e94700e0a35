import { globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { transform } from '@fw/transform'

/** Writes an application of a number of modules of 200 lines, and `main.ts`, which imports them all. */
export function writeApplication(folder: string, modules: number): void {
  mkdirSync(join(folder, 'node_modules/@fw'), { recursive: true })
  for (const [name, source] of Object.entries({
    '@fw/core': 'core',
    '@fw/transform': 'transform',
  })) {
    const target = join(import.meta.dirname, '../../packages', source)
    symlinkSync(target, join(folder, 'node_modules', name), 'junction')
  }
  const numbers = Array.from({ length: modules }, (_, index) => index + 1)
  const files: Record<string, string> = {
    'package.json': '{ "type": "module" }',
    'empty.js': '',
    'decorators.ts': decorators,
    'money.ts': money,
    'main.ts': numbers.map((number) => `import './orders${number}.ts'\n`).join(''),
  }
  for (const number of numbers) files[`orders${number}.ts`] = ordersModule(number)
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
}

/** Writes next to each module the JavaScript that a build would create. */
export function compileApplication(folder: string): void {
  for (const name of globSync('*.ts', { cwd: folder })) {
    const file = join(folder, name)
    const { code } = transform(readFileSync(file, 'utf8'), file)
    writeFileSync(file.replace(/\.ts$/, '.js'), code.replaceAll(/(\.\/\w+)\.ts(['"])/g, '$1.js$2'))
  }
}

const decorators = `
export const Attribute = (..._: unknown[]): any => () => {}
`

const money = `
export type Currency = 'EUR' | 'USD' | 'GBP'
export interface Money { amount: number; currency: Currency }
export enum Status { Open, Paid, Sent, Cancelled }
export class Address {
  constructor(readonly street: string, readonly city: string, readonly country: string) {}
}
`

/** Two classes of data and a controller with eleven routes. */
function ordersModule(number: number): string {
  const lines = `import { Attribute } from './decorators.ts'
import { Address, Status, type Money } from './money.ts'
import type { int } from '@fw/core'

export class Line${number} {
  constructor(
    readonly sku: string,
    @Attribute(1) readonly quantity: int,
    readonly price: Money,
    readonly note: string | null = null,
  ) {}
}

/** An order as a customer places it. */
export class CreateOrder${number} {
  constructor(
    @Attribute() readonly email: string,
    readonly address: Address,
    readonly lines: Line${number}[],
    readonly status: Status = Status.Open,
    readonly tags: string[] = [],
    readonly deliverOn?: Date,
  ) {}
}

export class Orders${number} {
  readonly #orders = new Map<number, CreateOrder${number}>()
`.split('\n')
  for (let route = 1; route <= 11; route++) lines.push(...routeLines(number, route))
  while (lines.length < 198) lines.push(`  // Line ${lines.length}`)
  return [...lines, '}', ''].join('\n')
}

function routeLines(number: number, route: number): string[] {
  const order = `CreateOrder${number}`
  return `
  /**
   * Changes an order in way ${route}. It answers with the order.
   * @param id The number of the order.
   */
  @Attribute('/orders/{id}/way${route}')
  async change${route}(id: int, @Attribute() order: ${order}): Promise<${order} | null> {
    const known = this.#orders.get(id)
    if (!known) return null
    const merged = { ...known, ...order, tags: [...known.tags, 'way${route}'] }
    const total = merged.lines.reduce((sum, line) => sum + line.quantity * line.price.amount, 0)
    if (total < 0) throw new RangeError(\`The total of order \${id} is \${total}.\`)
    this.#orders.set(id, merged as ${order})
    return order
  }`.split('\n')
}
