export const observability = {
  'channels.http-request':
    'tracingChannel("fw.http.request") tells of each request with method, path, route, status, bytes and whether it was cut, to its last byte.',
  'channels.db-query':
    'tracingChannel("fw.db.query") tells of each statement, BEGIN and COMMIT too, with markers and never with values.',
  'channels.queue':
    'tracingChannel("fw.queue.push") tells of each push, and "fw.queue.job" of each attempt and its outcome.',
  'channels.schedule-run':
    'tracingChannel("fw.schedule.run") tells of each run of a schedule and its outcome.',
  'channels.mcp-message':
    'tracingChannel("fw.mcp.message") tells of each message with its method, tool, version, transport and code.',
  'channels.around':
    'What a subscriber of start sets as around is called with the operation, whose result it cannot change; one that throws before is passed over.',
  'channels.unsubscribed': 'Without subscribers no message is made.',
  'logging.redaction':
    'Values under names such as password and token, and those of FW_LOG_REDACT, are not written by JsonLogger, at any depth; FW_LOG_REDACT=none ends it.',
  'logging.sensitive': 'What a class marks @Sensitive() is not written of its objects.',
  'logging.ids':
    'With FW_REQUEST_ID each line of a request has its id and the trace of its traceparent, and so has each line of the jobs that it pushes.',
  'logging.slow': 'FW_SLOW_REQUEST and FW_SLOW_QUERY warn of what takes longer.',
  'telemetry.sdk':
    '@fw/telemetry starts the SDK of OpenTelemetry on its standard keys, under the name and version of package.json, unless somebody else has.',
  'telemetry.spans':
    'Requests, statements, pushes, attempts and runs are spans by the semantic conventions, each below what caused it; throws and 5xx are errors.',
  'telemetry.queue':
    'A push is a span whose context travels with the job, in whichever process that runs.',
  'telemetry.mcp':
    'A message of an agent is a span below params._meta.traceparent, linked to the request that carries it.',
  'telemetry.dead-exporter':
    'An exporter that is away delays no answer and is told of once a minute.',
  'telemetry.metrics':
    'GET /metrics on the admin port is text of Prometheus with the names and buckets of the conventions; at most 2,000 series a metric.',
  'telemetry.workers':
    'The metrics of several processes are summed, with what those that have ended have counted.',
  'telemetry.lambda':
    'On Lambda spans and metrics are sent before an answer is returned, for 2 s at most.',
  'telemetry.own-metrics': 'Metrics can be injected, and counts what the application counts.',
} as const
