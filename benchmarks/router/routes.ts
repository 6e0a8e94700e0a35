const subjects = [
  'users',
  'orders',
  'products',
  'invoices',
  'payments',
  'customers',
  'articles',
  'comments',
  'projects',
  'tickets',
  'teams',
  'webhooks',
]
const kinds = ['', '-archive', '-drafts', '-events', '-settings']

/** Sixty names of resources, many of which begin alike. */
export const resources = subjects.flatMap((subject) => kinds.map((kind) => subject + kind))

/** The five routes of a resource: 300 in all. Placeholders are written as `{id}`. */
export const actions = [
  { method: 'GET', path: '' },
  { method: 'POST', path: '' },
  { method: 'GET', path: '/{id}' },
  { method: 'PUT', path: '/{id}' },
  { method: 'GET', path: '/{id}/items/{item}' },
] as const

/** The look-ups with GET: a path for every resource, and the expected result. */
export const cases: Record<
  string,
  { path: (resource: string, index: number) => string; parameters?: Record<string, string> }
> = {
  static: { path: (resource) => `/${resource}`, parameters: {} },
  'one parameter': { path: (resource) => `/${resource}/4711`, parameters: { id: '4711' } },
  'two parameters': {
    path: (resource) => `/${resource}/4711/items/line-12`,
    parameters: { id: '4711', item: 'line-12' },
  },
  miss: { path: (resource, index) => missOf(resource, index) },
}

// The misses end at the beginning, within a name, and below a placeholder.
function missOf(resource: string, index: number): string {
  const misses = [`/unknown/${resource}`, `/${resource}x`, `/${resource}/4711/lines`]
  return misses[index % misses.length] as string
}
