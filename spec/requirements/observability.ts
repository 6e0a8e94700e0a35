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
} as const
