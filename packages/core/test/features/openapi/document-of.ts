import {
  type Class,
  Container,
  type JsonSchema,
  Kernel,
  type KernelOptions,
  Router,
} from '@fw/core'

/** A document as a client reads it. */
export interface ReadDocument {
  readonly openapi: string
  readonly info: Record<string, unknown>
  readonly servers: unknown
  readonly security: unknown
  readonly tags?: { name: string; description?: string }[]
  readonly paths: Record<string, Record<string, ReadOperation>>
  readonly components: {
    readonly schemas: Record<string, JsonSchema>
    readonly responses: Record<string, unknown>
    readonly [kind: string]: unknown
  }
  readonly [extension: string]: unknown
}

export interface ReadOperation {
  readonly operationId: string
  readonly tags: string[]
  readonly summary: string
  readonly description?: string
  readonly deprecated?: boolean
  readonly security?: unknown
  readonly parameters?: { name: string; in: string; schema: JsonSchema }[]
  readonly requestBody?: { required?: boolean; description?: string; content: ReadContent }
  readonly responses: Record<string, { description: string; content?: ReadContent }>
}

type ReadContent = Record<
  string,
  {
    schema: JsonSchema
    examples?: Record<string, { value: unknown }>
    encoding?: Record<string, unknown>
  }
>

export function kernelOf(
  controllers: readonly Class<object>[],
  options: KernelOptions = {},
): Kernel {
  const router = new Router()
  for (const controller of controllers) router.register(controller)
  return new Kernel(new Container().boot(), router, options)
}

/** The document that an application with these controllers publishes. */
export function documentOf(
  controllers: readonly Class<object>[],
  options?: KernelOptions,
): Promise<ReadDocument> {
  return readDocument(kernelOf(controllers, options))
}

export async function readDocument(kernel: Kernel): Promise<ReadDocument> {
  const response = await kernel.fetch(new Request('http://localhost/openapi.json'))
  return (await response.json()) as ReadDocument
}
