import type { JsonSchema } from 'fw'
import type { OpenApiDocument } from '../../src/openapi/document.ts'
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

  /** Throws if the document has the path and not this response. */
  check(method: string, path: string, status: number, body: unknown): void {
    const responses = this.#responsesOf(method, path)
    if (!responses) return
    const name = `${method} ${path}: ${status}`
    const found = responses[status] ?? responses['default']
    if (!found) throw new Error(`${name} is not documented, only ${Object.keys(responses).join()}.`)
    const { content } = this.#resolve(found)
    if (content === undefined) {
      if (body !== undefined) throw new Error(`${name} has a body, which is not documented.`)
      return
    }
    const validate = this.#compile(content['application/json']?.schema)
    if (!validate(body)) {
      throw new Error(`${name}: ${JSON.stringify(validate.errors)} in ${JSON.stringify(body)}`)
    }
  }

  #responsesOf(method: string, path: string): Readonly<Record<string, Documented>> | undefined {
    const segments = path.replace(/\?.*$/u, '').split('/')
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
