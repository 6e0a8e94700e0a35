/** Sixty resources with five routes each are the table of 300. */
export const resources = Array.from({ length: 60 }, (_, index) => `resource-${index}`)

export type Action = 'list' | 'create' | 'replace' | 'remove' | 'show'

/** The five routes of a resource; `show` is the last, so that of the last resource is the last of 300. */
export const actions: readonly { action: Action; method: Method; path: string }[] = [
  { action: 'list', method: 'GET', path: '' },
  { action: 'create', method: 'POST', path: '' },
  { action: 'replace', method: 'PUT', path: '/:id' },
  { action: 'remove', method: 'DELETE', path: '/:id' },
  { action: 'show', method: 'GET', path: '/:id' },
]

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
