import { HttpError } from '../message/http-error.ts'
import { toJson } from '../message/to-json.ts'
import { ValidationFailed } from '../../data/validation/validation-failed.ts'

/** Options for an `SseEvent`. */
export interface SseEventOptions<Name extends string = string> {
  /** The event type; clients use `message` if it is missing. Types that begin with `fw:` are reserved. */
  readonly event?: Name
  /** The value that the client sends as `Last-Event-ID` when it reconnects. */
  readonly id?: string
  /** The delay before the client reconnects, in milliseconds. */
  readonly retry?: number
}

/** A server-sent event. Strings are sent unchanged, other data as JSON. */
export class SseEvent<Data = unknown, Name extends string = string> {
  readonly data: Data
  readonly event: Name | undefined
  readonly id: string | undefined
  readonly retry: number | undefined

  /** Throws if `event` or `id` contains a line break or null character, or if `event` is reserved. */
  constructor(data: Data, { event, id, retry }: SseEventOptions<Name> = {}) {
    if (event?.startsWith('fw:')) {
      throw new TypeError(
        `SseEvent: the event "${event}" begins with "fw:", which is reserved. Use another name.`,
      )
    }
    for (const [name, text = ''] of [['event', event] as const, ['id', id] as const]) {
      if (/[\r\n\0]/u.test(text)) {
        throw new TypeError(
          `SseEvent: ${name} must not contain line breaks or NUL: ${JSON.stringify(text)}.`,
        )
      }
    }
    this.data = data
    this.event = event
    this.id = id
    this.retry = retry
  }
}

/** Formats a value as an event. If it is not an `SseEvent`, it becomes the data of one. */
export function toEventText(value: unknown): string {
  return writeEvent(value instanceof SseEvent ? value : new SseEvent(value))
}

/** Formats the error that ends an event stream. Returns undefined if the client must not see the error. */
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
