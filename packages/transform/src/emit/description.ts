/** The description of a class as source, without the values that it mentions. */
export interface Description {
  readonly source: string
  /** The mentioned values, as the module writes them. */
  readonly values: readonly string[]
}

export function createDescription(data: object): Description {
  const values: string[] = []
  const source = JSON.stringify(data).replaceAll(/"\\u0000([^"]*)\\u0000"/g, (_, text: string) => {
    if (text === 'undefined') return text
    const known = values.indexOf(text)
    return `\0${known === -1 ? values.push(text) - 1 : known}\0`
  })
  return { source, values }
}

/**
 * The static block that stands in a class body until the module is lowered. It mentions the values,
 * so that lowering keeps their imports and renames them where it renames.
 */
export function placeholder({ values }: Description, index: number): string {
  return `;static{__fw_description${index}(${values.join(',')})}`
}

/** Replaces the placeholders with the descriptions. The lines stay the same. */
export function fillPlaceholders(code: string, descriptions: readonly Description[]): string {
  return code.replaceAll(
    /__fw_description(\d+)\(([^()]*)\)/g,
    (_, index: string, values: string) => {
      const written = values.split(',').map((value) => value.trim())
      const source = (descriptions[Number(index)]?.source ?? '').replaceAll(
        /\0(\d+)\0/g,
        (_, value: string) => written[Number(value)] ?? '',
      )
      return define(source) + values.replaceAll(/[^\n]/g, '')
    },
  )
}

// A user's class may be called Object or Symbol.
function define(source: string): string {
  const key = 'globalThis.Symbol.for("fw.description")'
  return `globalThis.Object.defineProperty(this,${key},{value:()=>(${source})})`
}
