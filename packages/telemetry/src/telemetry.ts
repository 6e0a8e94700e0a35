import type { Config, Container } from '@fw/core'
import { keepContexts } from '@fw/core/channels'
import { countChannels } from './metrics/channel-metrics.ts'
import { Metrics, registeredMeter } from './metrics/metrics.ts'
import { countJobs } from './metrics/queue-metrics.ts'
import { measureRuntime } from './metrics/runtime-metrics.ts'
import { SpanContexts } from './spans/span-contexts.ts'
import { registeredTracer, spanNames, startSpans } from './spans/spans.ts'

/** The channel subscriptions of an application, which end when its container is disposed of. */
export class Telemetry implements Disposable {
  readonly #stops: (() => void)[] = []

  /**
   * Subscribes to the channels that are needed: for spans if a provider is registered, for metrics if they are enabled
   * or a provider is registered.
   */
  async start(config: Config, container: Container): Promise<void> {
    const spans = config.list('FW_SPANS', [...spanNames])
    requireKnownSpans(spans)
    if (registeredTracer()) {
      keepContexts(new SpanContexts())
      this.#stops.push(startSpans(spans), () => keepContexts())
    }
    if (!config.has('FW_ADMIN_PORT') && !registeredMeter()) return
    const metrics = container.get(Metrics)
    this.#stops.push(countChannels(metrics), measureRuntime(metrics))
    await countJobs(metrics, container)
  }

  [Symbol.dispose](): void {
    for (const stop of this.#stops.splice(0)) stop()
  }
}

function requireKnownSpans(spans: readonly string[]): void {
  const known: readonly string[] = spanNames
  const unknown = spans.find((name) => !known.includes(name))
  if (unknown === undefined) return
  throw new TypeError(
    `FW_SPANS contains an unknown kind of span: "${unknown}". Use one or more of ${spanNames.join(', ')}.`,
  )
}
