import type { Attributes } from '@opentelemetry/api'
import {
  dbQueries,
  httpRequests,
  mcpMessages,
  queueJobs,
  scheduleRuns,
  type DbQueryMessage,
  type HttpRequestMessage,
  type McpMessage,
  type OperationChannel,
  type OperationMessage,
  type QueueJobMessage,
} from '@fw/core/channels'
import { elapsedOf } from '@fw/core/internals'
import { MessageProperty } from '../message-property.ts'
import { errorTypeOf, methodLabel } from '../naming.ts'
import { db, errorType, http, mcp, messaging } from '../semantic-conventions.ts'
import type { Labels } from './metric.ts'
import { SeriesFinder, type LabeledSeries, type Value } from './series-finder.ts'
import { durationBounds, registeredMeter, type Metrics } from './metrics.ts'

/** Converts a name of the semantic conventions to a Prometheus label. */
const labelOf = (attribute: string) => attribute.replaceAll('.', '_')

interface DurationPlan<M extends OperationMessage> {
  readonly channel: OperationChannel<M>
  /** The name in the semantic conventions. The name in Prometheus ends with `_seconds`. */
  readonly name: string
  readonly help: string
  readonly bounds?: readonly number[]
  /** The names of the labels in the semantic conventions. */
  readonly labels: readonly string[]
  /** Returns the values of the labels, in the same order. */
  values(message: M): readonly Value[]
  /**
   * Returns the duration in the message, in milliseconds. Without this method, the duration is measured here, and
   * reading the clock is a large part of the cost of a metric.
   */
  elapsed?(message: M): number | undefined
}

/** Counts the messages on the channels. Returns a function that stops counting. */
export function countChannels(metrics: Metrics): () => void {
  const stops = [
    countActive(metrics),
    record(metrics, requestDuration),
    record(metrics, queryDuration),
    record(metrics, jobDuration),
    record(metrics, mcpDuration),
    countRuns(metrics),
  ]
  return () => stops.forEach((stop) => stop())
}

const requestDuration: DurationPlan<HttpRequestMessage> = {
  channel: httpRequests,
  name: 'http.server.request.duration',
  help: 'Duration of HTTP server requests',
  labels: [http.method, http.route, http.status, http.scheme, errorType],
  values: ({ method, route, status, request, error }) => [
    methodLabel(method),
    route === '(none)' ? undefined : route,
    status || undefined,
    request.secure ? 'https' : 'http',
    errorTypeOf(error, status),
  ],
  elapsed: elapsedOf,
}

const queryDuration: DurationPlan<DbQueryMessage> = {
  channel: dbQueries,
  name: 'db.client.operation.duration',
  help: 'Duration of database client operations',
  bounds: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10],
  labels: [db.system, db.operation, db.table, errorType],
  values: ({ system, operation, table, error }) => [system, operation, table, errorTypeOf(error)],
}

const jobDuration: DurationPlan<QueueJobMessage> = {
  channel: queueJobs,
  name: 'messaging.process.duration',
  help: 'Duration of processing operation',
  labels: [messaging.system, messaging.operation, messaging.destination, errorType],
  values: ({ queue, error }) => ['fw', 'process', queue, errorTypeOf(error)],
}

const mcpDuration: DurationPlan<McpMessage> = {
  channel: mcpMessages,
  name: 'mcp.server.operation.duration',
  help: 'Duration of the MCP request or notification as observed on the receiver',
  bounds: [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300],
  labels: [mcp.method, mcp.tool, mcp.version, errorType],
  values: ({ method, tool, version, code, error }) => [
    method,
    tool,
    version,
    code ?? errorTypeOf(error),
  ],
}

function record<M extends OperationMessage>(metrics: Metrics, plan: DurationPlan<M>): () => void {
  const names = plan.labels.map(labelOf)
  const bounds = plan.bounds ?? durationBounds
  const metric = metrics.define('histogram', `${labelOf(plan.name)}_seconds`, plan.help, names, {
    bounds,
    forward: createForward(plan, bounds),
  })
  const finder = new SeriesFinder(metric)
  const starts = new MessageProperty<number>()
  const elapsed = plan.elapsed ?? ((message: M) => elapsedSince(starts.get(message)))
  return plan.channel.watch({
    ...(!plan.elapsed && { start: (message: M) => starts.set(message, performance.now()) }),
    finish(message) {
      const milliseconds = elapsed(message)
      if (milliseconds === undefined) return
      const { labels, series } = finder.find(plan.values(message))
      metric.record(milliseconds / 1000, labels, series)
    },
  })
}

function elapsedSince(start: number | undefined): number | undefined {
  return start === undefined ? undefined : performance.now() - start
}

/**
 * Creates the same metric with the registered meter provider, under its name in the semantic conventions. Returns a
 * function that records a value there; undefined if no provider is registered.
 */
function createForward<M extends OperationMessage>(
  { name, help, labels }: DurationPlan<M>,
  bounds: readonly number[],
) {
  const instrument = registeredMeter()?.createHistogram(name, {
    description: help,
    unit: 's',
    advice: { explicitBucketBoundaries: [...bounds] },
  })
  return (
    instrument &&
    ((value: number, values: Labels) => instrument.record(value, attributesOf(labels, values)))
  )
}

function attributesOf(names: readonly string[], labels: Labels): Attributes {
  const pairs = names.map((name) => [name, labels[labelOf(name)]] as const)
  return Object.fromEntries(pairs.filter(([, value]) => value !== undefined))
}

function countActive(metrics: Metrics): () => void {
  const names = [http.method, http.scheme]
  const instrument = registeredMeter()?.createUpDownCounter('http.server.active_requests', {
    description: activeHelp,
    unit: '{request}',
  })
  const labels = names.map(labelOf)
  const metric = metrics.define('gauge', 'http_server_active_requests', activeHelp, labels, {
    forward: instrument && ((value, labels) => instrument.add(value, attributesOf(names, labels))),
  })
  const finder = new SeriesFinder(metric)
  const activeSeries = new MessageProperty<LabeledSeries>()
  return httpRequests.watch({
    start(message) {
      const { method, request } = message
      const labeled = finder.find([methodLabel(method), request.secure ? 'https' : 'http'])
      activeSeries.set(message, labeled)
      metric.add(1, labeled.labels, labeled.series)
    },
    finish(message) {
      const labeled = activeSeries.get(message)
      if (labeled) metric.add(-1, labeled.labels, labeled.series)
    },
  })
}

const activeHelp = 'Number of active HTTP server requests'

function countRuns(metrics: Metrics): () => void {
  const runs = metrics.counter('fw_schedule_runs_total', 'Runs of schedules', ['name', 'outcome'])
  return scheduleRuns.watch({
    finish: ({ name, outcome }) => runs.add(1, { name, outcome }),
  })
}
