import { metrics, ProxyTracerProvider, trace } from '@opentelemetry/api'
import { Reply, type Extension } from '@fw/core'
import { keepCounters } from './metrics/merge-metrics.ts'
import { Metrics, type MetricsData } from './metrics/metrics.ts'
import { prometheusText, prometheusType } from './metrics/prometheus-text.ts'
import { startSdk, type StartedSdk } from './start-sdk.ts'
import { Telemetry } from './telemetry.ts'

let sdk: StartedSdk | undefined

/** Creates spans and metrics from messages on diagnostics channels. */
export const extension: Extension = {
  async start({ folder, config, logger }) {
    sdk ??= await startSdk(folder, config, logger)
  },

  async extend({ container, config }) {
    container.bind(Telemetry, () => new Telemetry())
    // The container disposes of this service.
    await container.get(Telemetry).start(config, container)
  },

  adminEndpoints: {
    '/metrics': {
      collect: (container) => container.get(Metrics).collect(),
      reply: (collected) =>
        Reply.text(prometheusText(collected as readonly MetricsData[]), {
          headers: { 'content-type': prometheusType },
        }),
      remains: (ended) => keepCounters(ended as readonly MetricsData[]),
    },
  },

  async flush(next) {
    await (next === 'end' ? sdk?.shutdown() : forceFlush())
  },
}

interface FlushableProvider {
  /** A method of the SDK that is missing in the OpenTelemetry API. */
  forceFlush?(): Promise<void>
}

/** Exports the buffered data of all registered providers, including providers of other code. */
async function forceFlush(): Promise<void> {
  const tracers = trace.getTracerProvider()
  const tracerProvider = tracers instanceof ProxyTracerProvider ? tracers.getDelegate() : tracers
  const providers: readonly FlushableProvider[] = [
    tracerProvider as FlushableProvider,
    metrics.getMeterProvider() as FlushableProvider,
  ]
  await Promise.all(providers.map((provider) => provider.forceFlush?.()))
}
