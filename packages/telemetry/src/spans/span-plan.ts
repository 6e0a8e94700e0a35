import {
  context,
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
  type Link,
  type Span,
  type SpanKind,
  type Tracer,
} from '@opentelemetry/api'
import type { OperationChannel, OperationMessage } from '@fw/core/channels'
import { MessageProperty } from '../message-property.ts'
import { errorTypeOf } from '../naming.ts'
import { errorType } from '../semantic-conventions.ts'

/** The definition of the spans for the operations of a channel. */
export interface SpanPlan<M extends OperationMessage> {
  readonly channel: OperationChannel<M>
  readonly kind: SpanKind
  /** Returns the context of the parent span; undefined to create no span. */
  parent(message: M): Context | undefined
  name(message: M): string
  attributes(message: M): Attributes
  links?(message: M): Link[]
  /** Returns an existing span of other code for the same operation, to use instead of a new one. */
  adopt?(): Span | undefined
  /** Called with the context of the new span, before the operation runs. */
  begin?(message: M, operationContext: Context): void
  /** Returns the span attributes that are known when the operation ends. */
  finish(message: M): Attributes
  /** Returns the error type if the operation failed. Default: derived from the message's `error`. */
  failure?(message: M): string | undefined
}

/** Subscribes to a channel and creates spans from its messages. Returns a function that unsubscribes. */
export function publishSpans<M extends OperationMessage>(
  tracer: Tracer,
  plan: SpanPlan<M>,
): () => void {
  const spans = new MessageProperty<Span>()
  const existingSpans = new MessageProperty<Span>()
  return plan.channel.watch({
    start(message) {
      const existing = plan.adopt?.()
      if (existing) return existingSpans.set(message, existing)
      const parent = plan.parent(message)
      if (!parent) return
      const links = plan.links?.(message)
      const { kind } = plan
      const attributes = plan.attributes(message)
      const options = { kind, attributes, ...(links && { links }) }
      const span = tracer.startSpan(plan.name(message), options, parent)
      spans.set(message, span)
      const operationContext = trace.setSpan(parent, span)
      plan.begin?.(message, operationContext)
      enter(message, operationContext)
    },
    end(message) {
      const existing = existingSpans.get(message)
      // Set immediately, because the other library's span may end before the response.
      existing?.setAttributes(plan.finish(message)).updateName(plan.name(message))
    },
    finish(message) {
      const span = spans.get(message)
      if (!span) return
      span.updateName(plan.name(message)).setAttributes(plan.finish(message))
      const failure = plan.failure ? plan.failure(message) : errorTypeOf(message.error)
      if (failure !== undefined) fail(span, failure, message.error)
      span.end()
    },
  })
}

function enter(message: OperationMessage, operationContext: Context): void {
  const { around } = message
  message.around = (operation) =>
    context.with(operationContext, around ? () => around(operation) : operation)
}

function fail(span: Span, failure: string, error: unknown): void {
  span.setAttribute(errorType, failure)
  const message = error instanceof Error ? error.message : undefined
  span.setStatus({ code: SpanStatusCode.ERROR, ...(message !== undefined && { message }) })
  if (error instanceof Error) span.recordException(error)
}
