import { tracingChannel } from 'node:diagnostics_channel'
import type { OperationMessage } from '@fw/core/channels'
import { onTestFinished } from 'vitest'

type EventName = 'start' | 'end' | 'asyncStart' | 'asyncEnd' | 'error'

export interface Watched<M> {
  /** In the order of their starts. */
  readonly messages: M[]
  readonly events: EventName[]
}

/** Collects the messages of a channel until the test ends. */
export function watchChannel<M extends OperationMessage>(
  name: string,
  onStart: (message: M) => void = () => {},
): Watched<M> {
  const messages: M[] = []
  const events: EventName[] = []
  const note = (event: EventName) => (message: M) => {
    events.push(event)
    if (event !== 'start') return
    messages.push(message)
    onStart(message)
  }
  const subscribers = {
    start: note('start'),
    end: note('end'),
    asyncStart: note('asyncStart'),
    asyncEnd: note('asyncEnd'),
    error: note('error'),
  }
  const channel = tracingChannel<M, M>(name)
  channel.subscribe(subscribers)
  onTestFinished(() => void channel.unsubscribe(subscribers))
  return { messages, events }
}
