export const client = {
  'client.calls': 'The client has a typed function for each route, which calls it.',
} as const
