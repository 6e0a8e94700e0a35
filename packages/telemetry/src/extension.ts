import { Reply, type Extension } from 'fw'
import { Metrics, type MetricsData } from './metrics/metrics.ts'
import { prometheusText, prometheusType } from './metrics/prometheus-text.ts'
import { startSdk, type StartedSdk } from './start-sdk.ts'
import { Telemetry } from './telemetry.ts'

let sdk: StartedSdk | undefined

/** Makes spans and metrics of what the channels tell. */
export const extension: Extension = {
  async start({ folder, config, logger }) {
    sdk ??= await startSdk(folder, config, logger)
  },

  async extend({ container, config }) {
    container.bind(Telemetry, () => new Telemetry())
    // The container ends it.
    await container.get(Telemetry).start(config, container)
  },

  adminEndpoints: {
    '/metrics': {
      collect: (container) => container.get(Metrics).collect(),
      answer: (collected) =>
        Reply.text(prometheusText(collected as readonly MetricsData[]), {
          headers: { 'content-type': prometheusType },
        }),
    },
  },

  async flush() {
    await sdk?.shutdown()
  },
}
