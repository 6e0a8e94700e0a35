/** A stream of messages, sent as `text/event-stream`. */
export class EventStream {
  readonly body: ReadableStream<Uint8Array>
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined

  /** Calls `onCancel` when the reader cancels the stream. */
  constructor(onCancel: () => void) {
    this.body = new ReadableStream(
      {
        start: (controller) => {
          this.#controller = controller
        },
        cancel: () => {
          this.#controller = undefined
          onCancel()
        },
      },
      { highWaterMark: 1024 * 1024, size: (chunk) => chunk?.byteLength ?? 0 },
    )
  }

  /** Sends a message, or drops it if the reader is too slow. */
  send(text: string): void {
    if ((this.#controller?.desiredSize ?? 0) > 0) this.#write(text)
  }

  /** Sends the last message and closes the stream. */
  end(text: string | undefined): void {
    if (text !== undefined) this.#write(text)
    this.#controller?.close()
    this.#controller = undefined
  }

  #write(text: string): void {
    this.#controller?.enqueue(encoder.encode(`event: message\ndata: ${text}\n\n`))
  }
}

const encoder = new TextEncoder()
