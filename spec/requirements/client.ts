export const client = {
  'client.calls': 'The client has a typed function for each route, which calls it.',
  'client.streams': 'A series of events gives values of its type, with name and id where declared.',
  'client.resume': 'A cut stream continues only for a GET whose last event had an id.',
  'client.stream-errors':
    'An HttpError inside a stream is its last event, and thrown by the client.',
  'client.failures': 'A failure has a kind; safe gives it as a value, a call throws it.',
  'client.error-keys': 'A misspelt key of a 422 does not compile.',
  'client.retry': 'What may be repeated is sent again, as Retry-After says.',
  'client.addresses': 'An address holds its placeholders, or is refused.',
} as const
