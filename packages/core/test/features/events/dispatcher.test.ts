import { describe, expect, test } from 'vitest'
import { Container } from '../../../src/base/container/container.ts'
import { Listener } from '../../../src/features/events/decorators.ts'
import { EventDispatcher } from '../../../src/features/events/dispatcher.ts'
import { EventListenerRegistry } from '../../../src/features/events/registry.ts'
import { JsonLogger, Logger } from '../../../src/base/logging/logger.ts'

class Journal {
  readonly lines: string[] = []
}
class OrderTaken {
  constructor(readonly id: number) {}
}
class RushOrderTaken extends OrderTaken {}
class OrderLost {}

class Mailing {
  constructor(private readonly journal: Journal) {}
  @Listener() async onOrder(event: OrderTaken) {
    await new Promise((resolve) => setTimeout(resolve, 5))
    this.journal.lines.push(`mail ${event.id}`)
  }
  @Listener() onRush(event: RushOrderTaken) {
    this.journal.lines.push(`rush ${event.id}`)
  }
  notAListener(event: OrderTaken) {
    this.journal.lines.push(`never ${event.id}`)
  }
}
class Stock {
  constructor(private readonly journal: Journal) {}
  @Listener() onEither(event: OrderTaken | OrderLost) {
    this.journal.lines.push(event instanceof OrderTaken ? `stock ${event.id}` : 'lost')
  }
}

function boot(...listeners: (new (...args: never[]) => unknown)[]) {
  const registry = new EventListenerRegistry()
  for (const listener of listeners) registry.register(listener)
  const container = new Container().instance(EventListenerRegistry, registry).boot()
  return { container, events: container.get(EventDispatcher), journal: container.get(Journal) }
}

describe('dispatch', () => {
  test('calls the listeners of the class, one after the other, in the order of registration', async () => {
    const { events, journal } = boot(Mailing, Stock)

    await events.dispatch(new OrderTaken(1))

    expect(journal.lines).toEqual(['mail 1', 'stock 1'])
  })

  test('reaches the listeners of parent classes too', async () => {
    const { events, journal } = boot(Mailing, Stock)

    await events.dispatch(new RushOrderTaken(2))
    await events.dispatch(new OrderLost())

    expect(journal.lines).toEqual(['mail 2', 'rush 2', 'stock 2', 'lost'])
  })

  test('accepts an event without listeners', async () => {
    const { events, journal } = boot(Mailing)

    await events.dispatch(new OrderLost())
    await events.dispatch({ plain: true })

    expect(journal.lines).toEqual([])
  })

  test('rejects with the first error, and calls no further listener', async () => {
    const failure = new Error('mail server away')
    class Failing {
      @Listener() onOrder(_event: OrderTaken) {
        throw failure
      }
    }
    const { events, journal } = boot(Mailing, Failing, Stock)

    await expect(events.dispatch(new OrderTaken(3))).rejects.toBe(failure)
    expect(journal.lines).toEqual(['mail 3'])
  })

  test('takes listeners from the container', async () => {
    const { container, events } = boot(Mailing)
    await events.dispatch(new OrderTaken(4))

    expect(container.get(Journal).lines).toEqual(['mail 4'])
  })

  test('opens one scope for the request-scoped listeners of a dispatch, and ends it', async () => {
    const log: string[] = []
    class Transaction {
      readonly id = log.length
      close() {
        log.push(`close ${this.id}`)
      }
    }
    class First {
      constructor(readonly transaction: Transaction) {}
      @Listener() onOrder(_event: OrderTaken) {
        log.push(`first ${this.transaction.id}`)
      }
    }
    class Second extends First {
      @Listener() onAgain(_event: OrderTaken) {
        log.push(`second ${this.transaction.id}`)
      }
    }
    const registry = new EventListenerRegistry().register(First).register(Second)
    const container = new Container()
      .instance(EventListenerRegistry, registry)
      .bind(Transaction, () => new Transaction(), { scope: 'request' })
    const events = container.get(EventDispatcher)

    await events.dispatch(new OrderTaken(5))
    await events.dispatch(new OrderTaken(6))

    expect(log).toEqual([
      'first 0',
      'first 0',
      'second 0',
      'close 0',
      'first 4',
      'first 4',
      'second 4',
      'close 4',
    ])
  })

  test('reaches no listener without a registry, and logs it once, at debug level', async () => {
    const lines: string[] = []
    const logger = new JsonLogger({ level: 'debug', write: (line) => void lines.push(line) })
    const events = new Container().instance(Logger, logger).get(EventDispatcher)

    await events.dispatch(new OrderTaken(7))
    await events.dispatch(new OrderTaken(8))

    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({
        level: 'debug',
        message: 'No listener is called, because no EventListenerRegistry is registered.',
      }),
    ])
  })
})

describe('registration refuses a listener', () => {
  const place = String.raw`\(\S*dispatcher\.test\.ts:\d+:\d+\)`

  test('that does not take the event alone', () => {
    class Nothing {
      @Listener() on() {}
    }
    class TooMuch {
      @Listener() on(_event: OrderTaken, _journal: Journal) {}
    }

    for (const type of [Nothing, TooMuch]) {
      expect(() => boot(type)).toThrow(
        new RegExp(
          `^${type.name}.on ${place}: a listener takes one parameter, the event. ` +
            'Inject everything else in the constructor.$',
        ),
      )
    }
  })

  test('whose event is not a class', () => {
    interface Happening {
      at: Date
    }
    class Interface {
      @Listener() on(_event: Happening) {}
    }
    class Text {
      @Listener() on(_event: OrderTaken | string) {}
    }

    expect(() => boot(Interface)).toThrow(
      new RegExp(
        `^Interface.on ${place}: cannot determine the events of "_event" \\(Happening\\). ` +
          'Declare a class: events are distinguished by class.$',
      ),
    )
    expect(() => boot(Text)).toThrow('cannot determine the events of "_event"')
  })

  test('whose event has a type that cannot be read', () => {
    class Apart {
      @Listener() on({ id }: OrderTaken) {
        return id
      }
    }

    expect(() => boot(Apart)).toThrow(
      new RegExp(
        `^Apart.on ${place}: cannot read the type "{ id }: OrderTaken" at .*: ` +
          'a destructured parameter has no name. Give the parameter a name.$',
      ),
    )
  })

  test('that is static', () => {
    class Static {
      @Listener() static on(_event: OrderTaken) {}
    }

    expect(() => boot(Static)).toThrow('static methods are not called. Remove "static".')
  })
})
