import { sharedSource } from './shared-source.ts'

/** The description of a class as source code, with references to values. */
export interface Description {
  readonly source: readonly (string | ValueIndex)[]
  /** The referenced values, as the module writes them. */
  readonly values: readonly string[]
}

/** The index of a value. */
type ValueIndex = number

export function createDescription(data: object): Description {
  const values: string[] = []
  const [first = '', ...rest] = sharedSource(data).split(`"${mark}`)
  const source: (string | ValueIndex)[] = [first]
  for (const part of rest) {
    const end = part.indexOf(`${mark}"`)
    const text = part.slice(0, Math.max(0, end))
    if (end === -1 || text.includes('"')) source.push(`"${mark}${part}`)
    else source.push(valueIndex(text, values), part.slice(end + mark.length + 1))
  }
  return { source, values }
}

/** The marker around a reference, as escaped by JSON. */
const mark = '\\u0000'

function valueIndex(text: string, values: string[]): string | ValueIndex {
  if (text === 'undefined') return text
  const known = values.indexOf(text)
  return known === -1 ? values.push(text) - 1 : known
}

/**
 * Returns the static block that is used in place of a description until the module is compiled. It refers to the
 * values, so that the compiler keeps their imports and renames them if necessary.
 */
export function placeholder({ values }: Description, index: number): string {
  return `;static{__fw_description${index}(${values.join(',')})}`
}

/** Replaces the placeholders with the descriptions. Line numbers do not change. */
export function fillPlaceholders(code: string, descriptions: readonly Description[]): string {
  return code.replaceAll(
    /__fw_description(\d+)\(([^()]*)\)/g,
    (_, index: string, values: string) => {
      const compiledValues = values.split(',').map((value) => value.trim())
      const source = (descriptions[Number(index)]?.source ?? [])
        .map((part) => (typeof part === 'number' ? compiledValues[part] : part))
        .join('')
      return define(source) + values.replaceAll(/[^\n]/g, '')
    },
  )
}

// Uses `globalThis`, because a class of the user may be called Object or Symbol. V8 compiles functions in parentheses
// together with the module, like the helpers for decorators.
function define(source: string): string {
  const key = 'globalThis.Symbol.for("fw.description")'
  return `globalThis.Object.defineProperty(this,${key},{value:(()=>(${source}))})`
}
