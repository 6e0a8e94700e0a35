import { eventDispatches, type EventDispatchMessage } from '../../http/channels/channels.ts'
import { keepValues } from '../../http/channels/operation-channel.ts'
import { defaultBinding, type Resolver } from '../../base/container/binding.ts'
import { Container } from '../../base/container/container.ts'
import { invoke } from '../../base/container/invoke.ts'
import { Logger } from '../../base/logging/logger.ts'
import { callMethodWith } from '../../calls/call-method.ts'
import { EventListenerRegistry, type EventListener } from './registry.ts'

/** Dispatches events to the methods marked with `@Listener()`. Can be injected without registration. */
export class EventDispatcher {
  static readonly [defaultBinding] = (c: Resolver): EventDispatcher =>
    new EventDispatcher(c.get(Container))

  readonly #container: Container
  #hasReportedMissing = false

  constructor(container: Container) {
    this.#container = container
  }

  /**
   * Calls the listeners of the event's class and its parents in the order of registration. If a listener fails, no more
   * listeners are called, and the promise rejects.
   */
  async dispatch(event: object): Promise<void> {
    const listeners = this.#listenersOf(event)
    if (!eventDispatches.hasSubscribers) return this.#call(listeners, event)
    const message: EventDispatchMessage = {
      event: event.constructor.name,
      listeners: listeners.length,
    }
    await eventDispatches.run(keepValues(message, event), () => this.#call(listeners, event))
  }

  async #call(listeners: readonly EventListener[], event: object): Promise<void> {
    const isScoped = listeners.some(
      (listener) => this.#container.lifetime(listener.class) === 'request',
    )
    await invoke(this.#container, isScoped ? 'request' : 'singleton', async (resolver) => {
      for (const listener of listeners) await callMethodWith(resolver, listener, [event])
    })
  }

  #listenersOf(event: object): readonly EventListener[] {
    if (this.#container.has(EventListenerRegistry)) {
      return this.#container.get(EventListenerRegistry).listenersOf(event)
    }
    if (!this.#hasReportedMissing) {
      this.#hasReportedMissing = true
      const logger = this.#container.get(Logger)
      logger.debug('No listener is called, because no EventListenerRegistry is registered.')
    }
    return []
  }
}
