/** Messages as `text/event-stream`, sent as they come. */
export class EventStream {
  readonly body: ReadableStream<Uint8Array>
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined

  /** `onLeave` is told when the reader goes away. */
  constructor(onLeave: () => void) {
    this.body = new ReadableStream(
      {
        start: (controller) => {
          this.#controller = controller
        },
        cancel: () => {
          this.#controller = undefined
          onLeave()
        },
      },
      { highWaterMark: 1024 * 1024, size: (chunk) => chunk?.byteLength ?? 0 },
    )
  }

  /** Sends a message that may be lost: it is left out where the reader is far behind. */
  send(text: string): void {
    if ((this.#controller?.desiredSize ?? 0) > 0) this.#write(text)
  }

  /** Sends the last message. */
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
