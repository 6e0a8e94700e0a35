/** A member of a channel. */
export interface Subscriber {
  readonly id: string
  send(event: string, data: string, channel: string): void
}

/** The public channels and their subscribers. */
export class Channels {
  readonly #subscribers = new Map<string, Set<Subscriber>>()

  subscribe(channel: string, subscriber: Subscriber): void {
    const subscribers = this.#subscribers.get(channel) ?? new Set()
    this.#subscribers.set(channel, subscribers.add(subscriber))
  }

  unsubscribe(channel: string, subscriber: Subscriber): void {
    const subscribers = this.#subscribers.get(channel)
    subscribers?.delete(subscriber)
    if (subscribers?.size === 0) this.#subscribers.delete(channel)
  }

  /** `data` is JSON text; the subscriber with the id `except` gets nothing. */
  publish(channel: string, event: string, data: string, except?: string): void {
    for (const subscriber of this.#subscribers.get(channel) ?? []) {
      if (subscriber.id !== except) subscriber.send(event, data, channel)
    }
  }
}
