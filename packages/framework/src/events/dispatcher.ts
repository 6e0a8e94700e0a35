import { eventDispatches, type EventDispatchMessage } from '../channels/channels.ts'
import { keepValues } from '../channels/operation-channel.ts'
import { defaultBinding, type Resolver } from '../container/binding.ts'
import { Container } from '../container/container.ts'
import { invoke } from '../container/invoke.ts'
import { Logger } from '../logging/logger.ts'
import { EventListenerRegistry, type EventListener } from './registry.ts'

/** Dispatches events to the methods marked with @Listener. The container supplies it without registration. */
export class EventDispatcher {
  static readonly [defaultBinding] = (c: Resolver): EventDispatcher =>
    new EventDispatcher(c.get(Container))

  readonly #container: Container
  #hasToldAboutMissing = false

  constructor(container: Container) {
    this.#container = container
  }

  /**
   * Calls the listeners of the event's class and its parents in the order of registration. The first error of a listener
   * stops the dispatch and rejects the promise.
   */
  async dispatch(event: object): Promise<void> {
    const listeners = this.#listenersOf(event)
    if (!eventDispatches.hasSubscribers) return this.#call(listeners, event)
    const told: EventDispatchMessage = {
      event: event.constructor.name,
      listeners: listeners.length,
    }
    await eventDispatches.run(keepValues(told, event), () => this.#call(listeners, event))
  }

  async #call(listeners: readonly EventListener[], event: object): Promise<void> {
    const isScoped = listeners.some(
      (listener) => this.#container.lifetime(listener.class) === 'request',
    )
    await invoke(this.#container, isScoped ? 'request' : 'singleton', async (resolver) => {
      for (const listener of listeners) await call(listener, resolver, event)
    })
  }

  #listenersOf(event: object): readonly EventListener[] {
    if (this.#container.has(EventListenerRegistry)) {
      return this.#container.get(EventListenerRegistry).listenersOf(event)
    }
    if (!this.#hasToldAboutMissing) {
      this.#hasToldAboutMissing = true
      const logger = this.#container.get(Logger)
      logger.debug('Events reach no listener: no EventListenerRegistry is registered.')
    }
    return []
  }
}

function call(
  { class: type, methodName }: EventListener,
  resolver: Resolver,
  event: object,
): unknown {
  const listener = resolver.get(type) as Record<string, (event: object) => unknown>
  return listener[methodName]?.(event)
}
