import type { JsonSchema } from '@fw/core'
import type { Page, Response as PageResponse } from 'playwright-core'
import type { OpenApiDocument } from '../../../src/features/openapi/document.ts'
import { createCompiler } from './independent-validator.ts'

interface Content {
  readonly [type: string]: { readonly schema?: JsonSchema }
}

interface Documented {
  readonly content?: Content
  readonly $ref?: string
}

/** Compares responses with an OpenAPI document, by the validator of others. */
export class DocumentedResponses {
  readonly #document: OpenApiDocument
  readonly #compile: ReturnType<typeof createCompiler>

  constructor(document: OpenApiDocument) {
    this.#document = document
    this.#compile = createCompiler(document.components)
  }

  /** The document of an application that serves it, to callers with these headers. */
  static async of(
    address: string,
    headers: Readonly<Record<string, string>> = {},
    send: (request: Request) => Promise<Response> = fetch,
  ): Promise<DocumentedResponses> {
    const response = await send(new Request(`${address}/openapi.json`, { headers }))
    return new DocumentedResponses((await response.json()) as OpenApiDocument)
  }

  /** Sends a request. Rejects if the document has its path and not the response. */
  async fetch(
    input: string | Request,
    init?: RequestInit,
    send: (request: Request) => Promise<Response> = fetch,
  ): Promise<Response> {
    const request = new Request(input, init)
    const response = await send(request)
    await this.check(request.method, new URL(request.url).pathname, response)
    return response
  }

  /** Rejects if the document has the path and not this response, whose body can still be read afterwards. */
  async check(method: string, path: string, response: Response): Promise<void> {
    const responses = this.#responsesOf(method, path)
    if (!responses) return
    const name = `${method} ${path}: ${response.status}`
    const found = responses[response.status] ?? responses['default']
    if (!found) throw new Error(`${name} is not documented, only ${Object.keys(responses).join()}.`)
    const { content } = this.#resolve(found)
    const text = await response.clone().text()
    if (content === undefined) {
      if (text !== '') throw new Error(`${name} has a body, which is not documented.`)
      return
    }
    const type = response.headers.get('content-type')?.replace(/;.*$/u, '') ?? 'none'
    const media = content[type]
    if (!media) {
      throw new Error(`${name} has the type ${type}, not ${Object.keys(content).join(' or ')}.`)
    }
    const body: unknown = type.endsWith('json') ? JSON.parse(text) : text
    const validate = this.#compile(media.schema)
    if (!validate(body)) {
      throw new Error(`${name}: ${JSON.stringify(validate.errors)} in ${JSON.stringify(body)}`)
    }
  }

  /** Checks the responses that a page gets. The returned function lists those that are not as documented. */
  watch(page: Page): () => Promise<string[]> {
    const checks: Promise<string[]>[] = []
    page.on('response', (response) => {
      const { pathname } = new URL(response.url())
      if (!this.#responsesOf(response.request().method(), pathname)) return
      checks.push(this.#faultsOf(response, pathname))
    })
    return async () => {
      if (checks.length === 0) return ['The page has requested nothing that is documented.']
      return (await Promise.all(checks)).flat()
    }
  }

  async #faultsOf(response: PageResponse, path: string): Promise<string[]> {
    // The browser forgets the bodies of a page that it leaves.
    const body = await response.body().catch(() => undefined)
    if (!body) return []
    const init = { status: response.status(), headers: response.headers() }
    const content = body.length > 0 ? new Uint8Array(body) : null
    try {
      await this.check(response.request().method(), path, new Response(content, init))
      return []
    } catch (error) {
      return [String(error)]
    }
  }

  #responsesOf(method: string, path: string): Readonly<Record<string, Documented>> | undefined {
    const segments = path.split('/')
    const templates = Object.keys(this.#document.paths).filter((template) => {
      const parts = template.split('/')
      return (
        parts.length === segments.length &&
        parts.every((part, index) => part.startsWith('{') || part === segments[index])
      )
    })
    // Paths without placeholders come first.
    const [template] = templates.sort((a, b) => a.split('{').length - b.split('{').length)
    const item = template === undefined ? undefined : this.#document.paths[template]
    return item?.[method.toLowerCase()]?.responses as Record<string, Documented> | undefined
  }

  #resolve(response: Documented): Documented {
    const name = response.$ref?.replace('#/components/responses/', '')
    const { responses } = this.#document.components as {
      readonly responses?: Readonly<Record<string, Documented>>
    }
    return name === undefined ? response : (responses?.[name] ?? {})
  }
}
