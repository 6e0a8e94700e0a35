export type Errors = Record<string, string[]>

export class Customer {
  readonly name: string
  readonly email: string

  constructor(name: string, email: string) {
    this.name = name
    this.email = email
  }
}

export class Line {
  readonly sku: string
  readonly quantity: number
  readonly price: number

  constructor(sku: string, quantity: number, price: number) {
    this.sku = sku
    this.quantity = quantity
    this.price = price
  }
}

export class Order {
  readonly customer: Customer
  readonly lines: Line[]
  readonly status: string
  readonly note: string | undefined

  constructor(customer: Customer, lines: Line[], status: string, note: string | undefined) {
    this.customer = customer
    this.lines = lines
    this.status = status
    this.note = note
  }
}

export class Rejection {
  readonly errors: Errors = {}

  add(key: string, message: string): void {
    ;(this.errors[key] ??= []).push(message)
  }
}

// The pattern of ajv-formats, so that all contestants check the same.
const emailPattern =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i
export const skuPattern = /^[A-Z]{3}-\d{4}$/u

/** The check and construction that someone who knows the order writes by hand. */
export function readOrder(value: unknown): Order | Rejection {
  const rejection = new Rejection()
  if (!isObject(value)) {
    rejection.add('order', 'must be an object.')
    return rejection
  }
  const customer = readCustomer(value.customer, rejection)
  const lines = readLines(value.lines, rejection)
  const note = readNote(value.note, rejection)
  const status = readStatus(value.status, rejection)
  for (const _ in rejection.errors) return rejection
  return new Order(customer as Customer, lines as Line[], status as string, note)
}

function readCustomer(value: unknown, rejection: Rejection): Customer | undefined {
  if (!isObject(value)) {
    rejection.add('customer', absence(value) ?? 'must be an object.')
    return undefined
  }
  const { name, email } = value
  if (typeof name !== 'string') rejection.add('customer.name', absence(name) ?? 'must be a string.')
  else {
    if (name.trim() === '') rejection.add('customer.name', 'must not be blank.')
    if (isLonger(name, 100)) rejection.add('customer.name', 'must be at most 100 characters.')
  }
  if (typeof email !== 'string') {
    rejection.add('customer.email', absence(email) ?? 'must be a string.')
  } else if (!emailPattern.test(email)) {
    rejection.add('customer.email', 'must be a valid email address.')
  }
  return new Customer(name as string, email as string)
}

function readLines(value: unknown, rejection: Rejection): Line[] | undefined {
  if (!Array.isArray(value)) {
    rejection.add('lines', absence(value) ?? 'must be an array.')
    return undefined
  }
  const lines: Line[] = []
  for (let index = 0; index < value.length; index++) {
    const line = readLine(value[index], index, rejection)
    if (line) lines.push(line)
  }
  return lines
}

function readLine(value: unknown, index: number, rejection: Rejection): Line | undefined {
  if (!isObject(value)) {
    rejection.add(`lines.${index}`, absence(value) ?? 'must be an object.')
    return undefined
  }
  const { sku, quantity, price } = value
  if (typeof sku !== 'string') {
    rejection.add(`lines.${index}.sku`, absence(sku) ?? 'must be a string.')
  } else if (!skuPattern.test(sku)) {
    rejection.add(`lines.${index}.sku`, `must match the pattern ${skuPattern.source}.`)
  }
  if (typeof quantity !== 'number' || !Number.isSafeInteger(quantity)) {
    rejection.add(`lines.${index}.quantity`, absence(quantity) ?? 'must be an integer.')
  } else {
    if (quantity <= 0) rejection.add(`lines.${index}.quantity`, 'must be greater than 0.')
    if (quantity >= 1000) rejection.add(`lines.${index}.quantity`, 'must be less than 1000.')
  }
  if (typeof price !== 'number') {
    rejection.add(`lines.${index}.price`, absence(price) ?? 'must be a number.')
  } else {
    if (price <= 0) rejection.add(`lines.${index}.price`, 'must be greater than 0.')
    if (price >= 100_000) rejection.add(`lines.${index}.price`, 'must be less than 100000.')
  }
  return new Line(sku as string, quantity as number, price as number)
}

function readNote(value: unknown, rejection: Rejection): string | undefined {
  if (value === undefined) return undefined
  if (typeof value !== 'string') rejection.add('note', absence(value) ?? 'must be a string.')
  else if (isLonger(value, 500)) rejection.add('note', 'must be at most 500 characters.')
  return value as string
}

function readStatus(value: unknown, rejection: Rejection): string | undefined {
  if (value === 'draft' || value === 'placed' || value === 'paid') return value
  rejection.add('status', absence(value) ?? 'must be one of: draft, placed, paid.')
  return undefined
}

function absence(value: unknown): string | undefined {
  if (value === undefined) return 'is required.'
  return value === null ? 'must not be null.' : undefined
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

// Code points, counted only when the cheaper length leaves a doubt.
function isLonger(text: string, limit: number): boolean {
  return text.length > limit && [...text].length > limit
}
