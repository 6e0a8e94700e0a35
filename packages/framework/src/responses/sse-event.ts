import { toJson } from '../message/to-json.ts'

export interface SseEventOptions {
  /** The event's type; `message` for the client when left out. */
  readonly event?: string
  /** What the client sends as `Last-Event-ID` when it connects again. */
  readonly id?: string
  /** How long the client waits before it connects again, in milliseconds. */
  readonly retry?: number
}

/** One server-sent event. Text is sent as it is, anything else as JSON. */
export class SseEvent {
  readonly data: unknown
  readonly event: string | undefined
  readonly id: string | undefined
  readonly retry: number | undefined

  /** Throws where `event` or `id` holds a line break. */
  constructor(data: unknown, { event, id, retry }: SseEventOptions = {}) {
    for (const [name, text = ''] of [['event', event] as const, ['id', id] as const]) {
      if (/[\r\n\0]/u.test(text)) {
        throw new TypeError(`SseEvent: ${name} is one line, and ${JSON.stringify(text)} is not.`)
      }
    }
    this.data = data
    this.event = event
    this.id = id
    this.retry = retry
  }
}

/** A value as it goes over the wire; what is not an `SseEvent` is the data of one. */
export function toEventText(value: unknown): string {
  const { data, event, id, retry } = value instanceof SseEvent ? value : new SseEvent(value)
  const text = typeof data === 'string' ? data : toJson(data)
  const lines = [
    ...(event === undefined ? [] : [`event: ${event}`]),
    ...(id === undefined ? [] : [`id: ${id}`]),
    ...(retry === undefined ? [] : [`retry: ${retry}`]),
    ...text.split(/\r\n|\r|\n/u).map((line) => `data: ${line}`),
  ]
  return `${lines.join('\n')}\n\n`
}
