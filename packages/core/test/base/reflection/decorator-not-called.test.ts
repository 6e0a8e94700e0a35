import { attribute, Body, Get, NotBlank } from '@fw/core'
import { expect, test } from 'vitest'

const message = (place: string, form: string) => {
  const [name] = form.split('(')
  return `${place}: ${name} is used without parentheses. Write ${form}.`
}

test('a decorator without parentheses on a method throws', () => {
  expect(() => {
    class Orders {
      // @ts-expect-error It is not called.
      @Get
      show() {
        return 1
      }
    }
    return Orders
  }).toThrow(message('Orders.show', "@Get('/')"))
})

test('on a parameter of a method, it throws', () => {
  expect(() => {
    class Orders {
      // @ts-expect-error It is not called.
      create(id: string, @Body order: object) {
        return [id, order]
      }
    }
    return Orders
  }).toThrow(message('Orders.create, parameter 2', '@Body()'))
})

test('on a parameter of a constructor, or on a property, it throws', () => {
  expect(() => {
    class Order {
      // @ts-expect-error It is not called.
      constructor(@NotBlank readonly sku: string) {}
    }
    return Order
  }).toThrow(message('Order, parameter 1', '@NotBlank()'))
  expect(() => {
    class Order {
      // @ts-expect-error It is not called.
      @NotBlank readonly sku = 'tea'
    }
    return Order
  }).toThrow(message('Order.sku', '@NotBlank()'))
})

test('a decorator may take classes and objects as arguments', () => {
  class Uses {
    constructor(
      readonly first: unknown,
      readonly second?: string,
      readonly third?: number,
    ) {}
  }
  const uses = attribute(Uses)
  expect(() => [
    uses(Uses, 'name', 1),
    uses({ ttl: 5 }, 'name'),
    uses(Uses),
    uses(new Uses(1), 'name'),
  ]).not.toThrow()
})
