import { HttpError } from '../message/http-error.ts'
import { toJson } from '../message/to-json.ts'
import { ValidationFailed } from '../validation/validation-failed.ts'

/** What an event has beside its data. */
export interface SseEventOptions<Name extends string = string> {
  /** The event's type; `message` for the client when left out. What begins with `fw:` belongs to the framework. */
  readonly event?: Name
  /** What the client sends as `Last-Event-ID` when it connects again. */
  readonly id?: string
  /** How long the client waits before it connects again, in milliseconds. */
  readonly retry?: number
}

/** One server-sent event. Text is sent as it is, anything else as JSON. */
export class SseEvent<Data = unknown, Name extends string = string> {
  readonly data: Data
  readonly event: Name | undefined
  readonly id: string | undefined
  readonly retry: number | undefined

  /** Throws where `event` or `id` holds a line break, and for an event of the framework's own. */
  constructor(data: Data, { event, id, retry }: SseEventOptions<Name> = {}) {
    if (event?.startsWith('fw:')) {
      throw new TypeError(
        `SseEvent: the event "${event}" begins with "fw:", as those of the framework do. Give it another name.`,
      )
    }
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
  return writeEvent(value instanceof SseEvent ? value : new SseEvent(value))
}

/** The last event of a series that ends with an error, or undefined for an error that is nobody's business. */
export function toErrorText(error: unknown): string | undefined {
  const isFailed = error instanceof ValidationFailed
  if (!isFailed && !(error instanceof HttpError)) return undefined
  const data = isFailed
    ? { status: 422, body: error }
    : { status: error.status, body: { error: error.message } }
  return writeEvent({ data, event: 'fw:error' })
}

function writeEvent({ data, event, id, retry }: Partial<SseEvent>): string {
  const text = typeof data === 'string' ? data : toJson(data)
  const lines = [
    ...(event === undefined ? [] : [`event: ${event}`]),
    ...(id === undefined ? [] : [`id: ${id}`]),
    ...(retry === undefined ? [] : [`retry: ${retry}`]),
    ...text.split(/\r\n|\r|\n/u).map((line) => `data: ${line}`),
  ]
  return `${lines.join('\n')}\n\n`
}
