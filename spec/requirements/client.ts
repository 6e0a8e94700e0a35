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
  'client.values': 'Values are those of their declarations, in both directions.',
  'client.wire-form': 'Members that nothing tells apart keep the form that JSON has.',
  'client.types': 'Types are written out, and those of Temporal are texts where there is none.',
  'client.forms': 'A body with files is sent as a form.',
  'client.pages': 'Pages of a paginator are read one after the other.',
  'client.command': 'fw client writes files that the same plans give again, and no others.',
  'client.check': 'fw client --check writes nothing, and names what is stale.',
  'client.definitions': 'The definition of an operation is the method on the server.',
  'client.platforms':
    'The client runs on browsers, Node 20, Bun and Deno, and is bundled by Vite and esbuild.',
  'client.size': 'A client of one route takes 2 kB, a further operation 60 bytes, streams 0.8 kB.',
  'client.progress': 'An upload from a browser tells its progress.',
  'client.query': 'query.js gives options of TanStack Query with keys of JSON and typed errors.',
  'client.schemas':
    'schemas.js checks bodies and queries in the words of the server, and lists what it cannot check.',
  'client.tools':
    'tools.js calls each tool of an application as a function, with reports of its progress.',
  'client.names':
    'Names of groups, operations and types are those of the server, where they can be.',
} as const
