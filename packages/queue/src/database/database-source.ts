export interface OpenDatabase {
  /** What `new Query()` takes. */
  readonly connection: object
  close(): unknown
}

/** Where a connection comes from. It is opened when it is first needed, and again where that failed. */
export class DatabaseSource {
  readonly #open: () => Promise<OpenDatabase>
  #opened: Promise<OpenDatabase> | undefined

  constructor(open: () => Promise<OpenDatabase>) {
    this.#open = open
  }

  async connection(): Promise<object> {
    this.#opened ??= this.#open()
    try {
      return (await this.#opened).connection
    } catch (error) {
      this.#opened = undefined
      throw error
    }
  }

  async close(): Promise<void> {
    const opened = await this.#opened?.catch(() => undefined)
    this.#opened = undefined
    await opened?.close()
  }
}
