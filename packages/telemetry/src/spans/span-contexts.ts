import { context, createContextKey, trace } from '@opentelemetry/api'
import type { ContextStore, CurrentContext } from '@fw/core/channels'

const key = createContextKey('fw.current-context')

/** Stores the contexts of `fw` inside OpenTelemetry's contexts, and adds the ids of the current span. */
export class SpanContexts implements ContextStore {
  current(): CurrentContext | undefined {
    const current = context.active().getValue(key) as CurrentContext | undefined
    const span = trace.getActiveSpan()?.spanContext()
    return span ? { ...current, traceId: span.traceId, spanId: span.spanId } : current
  }

  run<T>(current: CurrentContext, work: () => T): T {
    return context.with(context.active().setValue(key, current), work)
  }
}
