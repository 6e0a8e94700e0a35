import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { onTestFinished } from 'vitest'

export interface ReceivedSpan {
  readonly name: string
  readonly kind: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId: string
  readonly attributes: Readonly<Record<string, unknown>>
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[]
  readonly status: string | undefined
  /** The attributes of the service. */
  readonly resource: Readonly<Record<string, unknown>>
}

interface Definitions {
  decode(bytes: Uint8Array): unknown
  toObject(message: unknown, options: object): Record<string, unknown>
}

// OpenTelemetry's own protobuf definitions.
const { opentelemetry } = createRequire(import.meta.url)(
  '@opentelemetry/otlp-transformer/build/src/generated/root.js',
) as {
  opentelemetry: {
    proto: { collector: { trace: { v1: { ExportTraceServiceRequest: Definitions } } } }
  }
}
const request = opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest

/** Receives what exporters send over OTLP, until the test ends. */
export async function startReceiver(): Promise<{
  readonly endpoint: string
  readonly spans: ReceivedSpan[]
  /** All that was sent, uncompressed, a character for each byte. */
  readonly texts: string[]
}> {
  const spans: ReceivedSpan[] = []
  const texts: string[] = []
  const server = createServer((message, response) => {
    const chunks: Buffer[] = []
    message.on('data', (chunk: Buffer) => chunks.push(chunk))
    message.on('end', () => {
      const compressed = Buffer.concat(chunks)
      const bytes =
        message.headers['content-encoding'] === 'gzip' ? gunzipSync(compressed) : compressed
      texts.push(bytes.toString('latin1'))
      if (message.url === '/v1/traces') spans.push(...spansOf(bytes))
      response.end()
    })
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { endpoint: `http://127.0.0.1:${port}`, spans, texts }
}

type Json = Record<string, unknown>

function spansOf(bytes: Uint8Array): ReceivedSpan[] {
  const decoded = request.toObject(request.decode(bytes), {
    longs: String,
    enums: String,
    bytes: String,
    arrays: true,
  })
  return (decoded['resourceSpans'] as Json[]).flatMap((group) => {
    const resource = attributesOf((group['resource'] as Json)['attributes'])
    return (group['scopeSpans'] as Json[])
      .flatMap((scope) => scope['spans'] as Json[])
      .map((span) => toSpan(span, resource))
  })
}

function toSpan(span: Json, resource: ReceivedSpan['resource']): ReceivedSpan {
  return {
    name: span['name'] as string,
    kind: (span['kind'] as string).replace('SPAN_KIND_', ''),
    traceId: hexOf(span['traceId']),
    spanId: hexOf(span['spanId']),
    parentSpanId: hexOf(span['parentSpanId']),
    attributes: attributesOf(span['attributes']),
    links: (span['links'] as Json[]).map((link) => ({
      traceId: hexOf(link['traceId']),
      spanId: hexOf(link['spanId']),
    })),
    status: (span['status'] as Json | undefined)?.['code'] as string | undefined,
    resource,
  }
}

function hexOf(base64: unknown): string {
  return Buffer.from((base64 as string | undefined) ?? '', 'base64').toString('hex')
}

function attributesOf(list: unknown): Record<string, unknown> {
  return Object.fromEntries(
    (list as { key: string; value: Json }[]).map(({ key, value }) => [
      key,
      Object.values(value)[0],
    ]),
  )
}
