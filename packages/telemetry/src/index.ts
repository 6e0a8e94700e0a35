export { InvalidMetric } from './errors.ts'
export type { Labels } from './metrics/metric.ts'
export {
  Metrics,
  type Counter,
  type Gauge,
  type Histogram,
  type HistogramOptions,
} from './metrics/metrics.ts'
