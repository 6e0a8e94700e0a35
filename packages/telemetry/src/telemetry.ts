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
  readonly #ends: (() => void)[] = []

  /**
   * Subscribes to the channels that are needed: for spans if a provider is registered, for metrics if they are enabled
   * or a provider is registered.
   */
  async start(config: Config, container: Container): Promise<void> {
    const wanted = config.list('FW_SPANS', [...spanNames])
    refuseUnknown(wanted)
    if (registeredTracer()) {
      keepContexts(new SpanContexts())
      this.#ends.push(startSpans(wanted), () => keepContexts())
    }
    if (!config.has('FW_ADMIN_PORT') && !registeredMeter()) return
    const metrics = container.get(Metrics)
    this.#ends.push(countChannels(metrics), measureRuntime(metrics))
    await countJobs(metrics, container)
  }

  [Symbol.dispose](): void {
    for (const end of this.#ends.splice(0)) end()
  }
}

function refuseUnknown(wanted: readonly string[]): void {
  const known: readonly string[] = spanNames
  const unknown = wanted.find((name) => !known.includes(name))
  if (unknown === undefined) return
  throw new TypeError(
    `FW_SPANS contains an unknown kind of span: "${unknown}". Use one or more of ${spanNames.join(', ')}.`,
  )
}
