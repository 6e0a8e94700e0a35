import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import { plainToInstance } from 'class-transformer'
import { validateSync } from 'class-validator'
import { Hydrator, ValidationFailed } from '@fw/core'
import * as classes from '../orders/class-validator.ts'
import { CreateOrder } from '../orders/fw.ts'
import { Customer, type Errors, Line, Order, readOrder, Rejection } from '../orders/hand-written.ts'
import * as json from '../orders/json-schema.ts'
import * as zod from '../orders/zod.ts'

/** An order built from data, or `Refused`. */
type Read = (data: unknown) => unknown

export class Refused {
  readonly errors: Errors

  constructor(errors: Errors) {
    this.errors = errors
  }
}

const hydrator = new Hydrator()
const ajv = new Ajv({ allErrors: true, strict: false })
formats.default(ajv)
const isOrder = ajv.compile<Order>(json.orderSchema)

export const contestants: Record<string, Read> = {
  'hand-written'(data) {
    const order = readOrder(data)
    return order instanceof Rejection ? new Refused(order.errors) : order
  },
  fw(data) {
    try {
      return hydrator.hydrate(CreateOrder, data)
    } catch (error) {
      if (error instanceof ValidationFailed) return new Refused(error.errors)
      throw error
    }
  },
  'ajv + construct'(data) {
    return isOrder(data) ? construct(data) : new Refused(json.toErrors(isOrder.errors ?? []))
  },
  zod(data) {
    const order = zod.OrderSchema.safeParse(data)
    return order.success ? order.data : new Refused(zod.toErrors(order.error))
  },
  'class-validator'(data) {
    const order = plainToInstance(classes.ClassValidatorOrder, data)
    const errors = validateSync(order, { stopAtFirstError: true })
    return errors.length > 0 ? new Refused(classes.toErrors(errors)) : order
  },
}

function construct({ customer, lines, status, note }: Order): Order {
  return new Order(
    new Customer(customer.name, customer.email),
    lines.map(({ sku, quantity, price }) => new Line(sku, quantity, price)),
    status,
    note,
  )
}
