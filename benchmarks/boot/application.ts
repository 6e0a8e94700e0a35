import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Writes an application of a number of modules of 200 lines, and `main.ts`, which imports them all. */
export function writeApplication(folder: string, modules: number): void {
  mkdirSync(join(folder, 'node_modules'), { recursive: true })
  symlinkSync(
    join(import.meta.dirname, '../../packages/framework'),
    join(folder, 'node_modules/fw'),
  )
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(folder, 'attributes.ts'), attributes)
  writeFileSync(join(folder, 'money.ts'), money)
  const numbers = Array.from({ length: modules }, (_, index) => index + 1)
  for (const number of numbers)
    writeFileSync(join(folder, `orders${number}.ts`), ordersModule(number))
  const imports = numbers.map((number) => `import './orders${number}.ts'`)
  writeFileSync(join(folder, 'main.ts'), [...imports, ''].join('\n'))
}

const attributes = `
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

/** Three classes of data and a controller with twelve routes. */
function ordersModule(number: number): string {
  const lines = [
    "import { Attribute } from './attributes.ts'",
    "import { Address, Status, type Money } from './money.ts'",
    "import type { int } from 'fw'",
    '',
    `export class Line${number} {`,
    '  constructor(',
    '    readonly sku: string,',
    '    @Attribute(1) readonly quantity: int,',
    '    readonly price: Money,',
    '    readonly note: string | null = null,',
    '  ) {}',
    '}',
    '',
    '/** An order as a customer places it. */',
    `export class CreateOrder${number} {`,
    '  constructor(',
    '    @Attribute() readonly email: string,',
    '    readonly address: Address,',
    `    readonly lines: Line${number}[],`,
    '    readonly status: Status = Status.Open,',
    '    readonly tags: string[] = [],',
    '    readonly deliverOn?: Date,',
    '  ) {}',
    '}',
    '',
    `export class Orders${number} {`,
    `  readonly #orders = new Map<number, CreateOrder${number}>()`,
    '',
  ]
  for (let route = 1; lines.length < 185; route++) lines.push(...routeLines(number, route))
  while (lines.length < 198) lines.push(`  // ${lines.length}`)
  return [...lines, '}', ''].join('\n')
}

function routeLines(number: number, route: number): string[] {
  return [
    '  /**',
    `   * Changes an order in way ${route}. It answers with the order.`,
    '   * @param id The number of the order.',
    '   */',
    `  @Attribute('/orders/{id}/way${route}')`,
    `  async change${route}(id: int, @Attribute() order: CreateOrder${number}): Promise<CreateOrder${number} | null> {`,
    '    const known = this.#orders.get(id)',
    '    if (!known) return null',
    `    const merged = { ...known, ...order, tags: [...known.tags, 'way${route}'] }`,
    '    const total = merged.lines.reduce((sum, line) => sum + line.quantity * line.price.amount, 0)',
    '    if (total < 0) throw new RangeError(`The total of order ${id} is ${total}.`)',
    `    this.#orders.set(id, merged as CreateOrder${number})`,
    '    return order',
    '  }',
    '',
  ]
}
