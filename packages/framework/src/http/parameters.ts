/** Where the values of a path's placeholders are read from. */
export interface PathValues {
  valueAt(path: string, index: number): string
}

/** Gives the values of a path's placeholders by name. */
export type ReadParameters = (values: PathValues, path: string) => Record<string, string>

const readers = new Map<string, ReadParameters>()

/**
 * A reader for these names. It is generated, because an object whose shape is known beforehand costs a
 * third of one that is filled name by name.
 */
export function parameterReader(names: readonly string[]): ReadParameters {
  const fields = names.map(
    (name, index) => `[${JSON.stringify(name)}]: values.valueAt(path, ${index})`,
  )
  const body = `return { ${fields.join(', ')} }`
  let reader = readers.get(body)
  if (!reader) readers.set(body, (reader = new Function('values', 'path', body) as ReadParameters))
  return reader
}
