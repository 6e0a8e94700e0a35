import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'

/** The body that `npm publish` sends, as far as it is used. */
interface Publication {
  readonly name: string
  readonly access: string
  readonly 'dist-tags': Readonly<Record<string, string>>
  readonly versions: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly _attachments: Readonly<Record<string, { readonly data: string }>>
}

/** A registry that only has what was published to it. It writes the tarballs to a folder. */
export class NpmRegistry {
  readonly published: Publication[] = []
  /** The package that may not be published. */
  refused: string | undefined
  readonly #server = createServer((request, response) => void this.#answer(request, response))
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  async start(): Promise<string> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  /** The file of a package. */
  tarball(name: string): string {
    return join(this.#folder, `${name.replace('@', '').replace('/', '-')}.tgz`)
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const name = decodeURIComponent(request.url ?? '').slice(1)
    if (request.method === 'PUT') {
      if (name === this.refused) return void response.writeHead(403).end('{}')
      const publication = (await json(request)) as Publication
      const [attachment] = Object.values(publication._attachments)
      writeFileSync(this.tarball(name), Buffer.from(attachment?.data ?? '', 'base64'))
      this.published.push(publication)
      response.writeHead(201).end('{}')
      return
    }
    const found = this.published.find((each) => each.name === name)
    if (!found) response.writeHead(404).end('{}')
    else response.end(JSON.stringify({ ...found, _attachments: undefined }))
  }
}
