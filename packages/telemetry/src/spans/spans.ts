import { ProxyTracerProvider, trace, type Tracer } from '@opentelemetry/api'
import type { OperationMessage } from '@fw/core/channels'
import { dbSpans, jobSpans, mcpSpans, pushSpans, scheduleSpans } from './work-spans.ts'
import { httpSpans } from './http-spans.ts'
import { publishSpans, type SpanPlan } from './span-plan.ts'

/** The values that FW_SPANS can contain. `cache` has no effect. */
export const spanNames = ['http', 'db', 'queue', 'schedule', 'cache', 'mcp'] as const

/**
 * Subscribes to the channels of the requested spans. Returns a function that unsubscribes. Does nothing if no provider
 * is registered.
 */
export function startSpans(names: readonly string[]): () => void {
  const tracer = registeredTracer()
  if (!tracer) return () => {}
  const start = <M extends OperationMessage>(name: string, plan: SpanPlan<M>) =>
    names.includes(name) ? publishSpans(tracer, plan) : () => {}
  const stops = [
    start('http', httpSpans),
    start('db', dbSpans),
    start('queue', pushSpans),
    start('queue', jobSpans),
    start('schedule', scheduleSpans),
    start('mcp', mcpSpans),
  ]
  return () => stops.forEach((stop) => stop())
}

/** Returns the tracer of a registered provider, otherwise undefined. */
export function registeredTracer(): Tracer | undefined {
  const provider = trace.getTracerProvider()
  return provider instanceof ProxyTracerProvider
    ? provider.getDelegateTracer('fw')
    : provider.getTracer('fw')
}
