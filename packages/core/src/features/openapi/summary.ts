/** Verbs that make no useful summary without a noun. */
const verbs = new Set([
  'add',
  'change',
  'create',
  'delete',
  'destroy',
  'edit',
  'find',
  'get',
  'list',
  'patch',
  'read',
  'remove',
  'replace',
  'save',
  'search',
  'show',
  'store',
  'update',
])

const pluralVerbs = new Set(['list', 'search'])

/**
 * Converts the name of a method to words. If the name is only a verb, the noun of its group is added: `create` of
 * `Article` is "Create article".
 */
export function summaryOf(method: string, group: string): string {
  const words = toSummary(method)
  const verb = words.toLowerCase()
  if (!verbs.has(verb)) return words
  const noun = toSummary(group).toLowerCase()
  return `${words} ${pluralVerbs.has(verb) ? pluralOf(singularOf(noun)) : singularOf(noun)}`
}

/** Converts a name to words: `listOpenOrders` becomes "List open orders". */
export function toSummary(name: string): string {
  const words = name.replaceAll(/[_$]+/gu, ' ').replaceAll(/(?<=[a-z\d])(?=[A-Z])/gu, ' ')
  const text = words.trim().toLowerCase()
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function singularOf(noun: string): string {
  if (/(?:ss|us|is|news|series)$/u.test(noun)) return noun
  if (noun.endsWith('ies')) return `${noun.slice(0, -3)}y`
  return noun.replace(/(?<=x|ch|sh|ss|us)es$|s$/u, '')
}

function pluralOf(noun: string): string {
  if (/(?:news|series)$/u.test(noun)) return noun
  if (/[^aeiou]y$/u.test(noun)) return noun.replace(/y$/u, 'ies')
  return /(?:s|x|ch|sh)$/u.test(noun) ? `${noun}es` : `${noun}s`
}
