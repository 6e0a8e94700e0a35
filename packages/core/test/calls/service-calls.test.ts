import {
  Body,
  Check,
  Command,
  CommandRegistry,
  Config,
  Container,
  HealthCheck,
  Kernel,
  Post,
  Router,
  type Class,
  type int,
} from '@fw/core'
import { CommandRunner } from '@fw/core/console'
import { describe, expect, test } from 'vitest'
import { planHealthChecks } from '../../src/features/health/health-checks.ts'

class Stock {
  readonly ended: string[] = []
}

class Unit {
  constructor(readonly stock: Stock) {}

  close() {
    this.stock.ended.push('unit')
  }
}

function boot(scope: 'singleton' | 'request'): Container {
  const container = new Container().instance(Config, Config.of({})).bind(Stock, () => new Stock())
  return container.bind(Unit, (c) => new Unit(c.get(Stock)), { scope }).boot()
}

function runCheck(type: Class, container: Container): Promise<unknown> | undefined {
  const [check] = planHealthChecks([type], container)
  return check?.run(new AbortController().signal)
}

describe('a method that is called with services', () => {
  class Checks {
    constructor(readonly unit: Unit) {}

    @HealthCheck('unit')
    async check(signal: AbortSignal, stock: Stock, unit: Unit) {
      await Promise.resolve()
      return [signal.aborted, unit === this.unit, stock === unit.stock, stock.ended.length]
    }
  }

  test('has the services of the container', async () => {
    const container = boot('singleton')
    expect(await runCheck(Checks, container)).toEqual([false, true, true, 0])
    expect(await runCheck(Checks, container)).toEqual([false, true, true, 0])
  })

  test('shares request-scoped services with its object, until it has returned', async () => {
    const container = boot('request')
    expect(await runCheck(Checks, container)).toEqual([false, true, true, 0])
    expect(await runCheck(Checks, container)).toEqual([false, true, true, 1])
    expect(container.get(Stock).ended).toEqual(['unit', 'unit'])
  })

  test('is refused if it needs what the container cannot create', () => {
    class Needy {
      @HealthCheck('needy') check(_count: int) {}
    }
    abstract class Store {}
    class Homeless {
      constructor(readonly store: Store) {}
      @HealthCheck('homeless') check() {}
    }
    const plan = (type: Class) => () => planHealthChecks([type], boot('singleton'))
    expect(plan(Needy)).toThrow(
      'Cannot build the arguments of Needy.check: "_count" is declared as int',
    )
    expect(plan(Homeless)).toThrow(/└─ this: Homeless \(.*\n +└─ store: Store \(/)
  })
})

describe('a method that is called with arguments', () => {
  class Sums {
    constructor(readonly unit: Unit) {}

    @Command('add')
    async add(one: int, other: int) {
      await Promise.resolve()
      return one + other + this.unit.stock.ended.length
    }
  }
  const run = (container: Container) =>
    new CommandRunner(new CommandRegistry().register(Sums), container).run(['add', '3', '4'])

  test('has the services of the container', async () => {
    const container = boot('singleton')
    expect([await run(container), await run(container)]).toEqual([7, 7])
  })

  test('has a scope of services until it has returned', async () => {
    const container = boot('request')
    expect([await run(container), await run(container)]).toEqual([7, 8])
    expect(container.get(Stock).ended).toEqual(['unit', 'unit'])
  })
})

test('a singleton whose argument has a request-scoped check has a scope for each call', async () => {
  class Order {
    constructor(readonly count: int) {}

    @Check('count')
    isInStock(unit: Unit) {
      return this.count > 5 + unit.stock.ended.length ? 'is too many.' : null
    }
  }
  class Orders {
    @Post('/orders')
    add(@Body() order: Order) {
      return order.count
    }
  }
  for (const [scope, ended, status] of [
    ['singleton', 0, 422],
    ['request', 2, 200],
  ] as const) {
    const container = boot(scope)
    const kernel = new Kernel(container, new Router().register(Orders))
    const order = async (count: number) => {
      const body = JSON.stringify({ count })
      const headers = { 'content-type': 'application/json' }
      const request = new Request('http://localhost/orders', { method: 'POST', body, headers })
      return (await kernel.fetch(request)).status
    }
    expect(await order(5)).toBe(200)
    expect(await order(6)).toBe(status)
    expect(container.get(Stock).ended).toHaveLength(ended)
  }
})
