import { byte, urlPattern } from '../validation/constraints/url.ts'
import type { ValuePlan } from '../validation/value-plan.ts'
import type { BuiltinType } from './builtin-type.ts'

const authority = '[^/?#]*//(?:[^/?#@]*@)?'
const end = String.raw`(?::\d*)?(?:[/?#]|$)`
const address = String.raw`(?:${byte}\.){3}${byte}\.?${end}`
const isNumber = String.raw`(?:[^/?#:]*\.)?(?:\d+|0[Xx][0-9A-Fa-f]*)\.?${end}`
const tooHigh = String.raw`(?:6553[6-9]|655[4-9]\d|65[6-9]\d\d|6[6-9]\d{3}|[7-9]\d{4})`

/**
 * Lookaheads against URLs that `URL` rejects: a port above 65535, an invalid IP address, a `file:` URL with a user or
 * port.
 */
const excluded = [
  `(?!${authority}[^/?#]*:${tooHigh}(?:[/?#]|$))`,
  `(?!${authority}(?!${address})${isNumber})`,
  String.raw`(?![Ff][Ii][Ll][Ee]://[^/?#]*(?:@|:\d*(?:[/?#]|$)))`,
]
const pattern = urlPattern.replace('^', `^${excluded.join('')}`)
let regex: RegExp | undefined

const plan: ValuePlan = {
  jsonTypes: ['string'],
  valueTypes: ['url'],
  code: 'type.url',
  message: 'must be a valid URL.',
  test: (code, value) => `${value} instanceof URL || ${code.bind(isUrl)}(${value})`,
  accept: (_code, value) => `if (typeof ${value} === 'string') ${value} = new URL(${value});`,
  cast: (value) => value,
  schema: () => ({ type: 'string', format: 'uri', pattern }),
}

/** A `URL`: absolute, with a scheme, `//` and a host. */
export const url: BuiltinType = {
  jsonType: 'string',
  plan: () => plan,
  client: { decoder: () => 'runtime.url' },
}

function isUrl(value: unknown): boolean {
  if (typeof value !== 'string') return false
  regex ??= new RegExp(pattern, 'u')
  return regex.test(value) && URL.canParse(value)
}
