import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

/**
 * An editor with one file: it sends requests to the language server of TypeScript, and notifies it
 * of changes on the disk.
 */
export class Editor {
  readonly #server: ChildProcessWithoutNullStreams
  readonly #answers = new Map<number, (result: unknown) => void>()
  readonly #uri: string
  #received = Buffer.alloc(0)
  #last = 0

  /** `tsc` is the program of TypeScript 7. */
  constructor(tsc: string, folder: string, file: string) {
    this.#uri = pathToFileURL(file).href
    this.#server = spawn(tsc, ['--lsp', '--stdio'], { cwd: folder })
    this.#server.stderr.resume()
    this.#server.stdout.on('data', (chunk: Buffer) => this.#receive(chunk))
  }

  async open(folder: string, file: string): Promise<void> {
    const rootUri = pathToFileURL(folder).href
    const capabilities = {
      workspace: { didChangeWatchedFiles: { dynamicRegistration: true } },
      textDocument: { diagnostic: {} },
    }
    await this.#ask('initialize', { processId: process.pid, rootUri, capabilities })
    this.#tell('initialized', {})
    const text = readFileSync(file, 'utf8')
    const textDocument = { uri: this.#uri, languageId: 'typescript', version: 1, text }
    this.#tell('textDocument/didOpen', { textDocument })
  }

  /** The changes that editors notice by watching the folder. */
  changed(file: string): void {
    const changes = [{ uri: pathToFileURL(file).href, type: 2 }]
    this.#tell('workspace/didChangeWatchedFiles', { changes })
  }

  /** The messages of the errors in the file. */
  async errors(): Promise<string[]> {
    const result = await this.#ask('textDocument/diagnostic', { textDocument: { uri: this.#uri } })
    const { items = [] } = result as { readonly items?: readonly { readonly message: string }[] }
    return items.map(({ message }) => message)
  }

  close(): void {
    this.#server.kill()
  }

  #ask(method: string, params: object): Promise<unknown> {
    const id = ++this.#last
    this.#send({ jsonrpc: '2.0', id, method, params })
    return new Promise((resolve) => this.#answers.set(id, resolve))
  }

  #tell(method: string, params: object): void {
    this.#send({ jsonrpc: '2.0', method, params })
  }

  #send(message: object): void {
    const text = JSON.stringify(message)
    this.#server.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`)
  }

  #receive(chunk: Buffer): void {
    this.#received = Buffer.concat([this.#received, chunk])
    for (;;) {
      const end = this.#received.indexOf('\r\n\r\n')
      const [, length] =
        /content-length: (\d+)/i.exec(this.#received.toString('latin1', 0, end)) ?? []
      if (end === -1 || length === undefined) return
      const next = end + 4 + Number(length)
      if (this.#received.length < next) return
      const text = this.#received.toString('utf8', end + 4, next)
      this.#received = this.#received.subarray(next)
      this.#take(JSON.parse(text) as Message)
    }
  }

  #take({ id, method, result }: Message): void {
    if (id === undefined) return
    // Requests of the server, such as to watch files, are confirmed.
    if (method !== undefined) return this.#send({ jsonrpc: '2.0', id, result: null })
    this.#answers.get(id)?.(result)
    this.#answers.delete(id)
  }
}

interface Message {
  readonly id?: number
  readonly method?: string
  readonly result?: unknown
}
