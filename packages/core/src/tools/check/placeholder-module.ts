/**
 * Appended to the names of placeholders. An error that mentions such a name follows from an error that has already been
 * reported. The character is invisible.
 */
export const placeholderMark = '\u2060'

/**
 * Returns a module that exports a placeholder for each word in `text`, so that any import from it succeeds. `text` is
 * the source of the replaced module, or with `isPartial` the source of a module that imports it.
 */
export function placeholderModule(text: string, { isPartial = false } = {}): string {
  const names = new Set(['default', ...(text.match(/[\p{ID_Start}$_][\p{ID_Continue}$]*/gu) ?? [])])
  const stars = isPartial ? [] : (text.match(/^export \* from (['"])[^'"\n]+\1/gmu) ?? [])
  return [...stars, ...placeholderExports(names)].join('\n')
}

/** Returns a module that adds placeholders for exports that another module does not have. */
export function extendedModule(url: string, missing: Iterable<string>): string {
  const from = JSON.stringify(url)
  const names = new Set(missing)
  const rest = names.has('default')
    ? []
    : [
        `import * as module from ${from}`,
        'const given = module.default',
        'export { given as default }',
      ]
  return [`export * from ${from}`, ...rest, ...placeholderExports(names)].join('\n')
}

/**
 * Returns the lines of a module that exports placeholders. A placeholder can be extended, created and called, also as a
 * decorator with arguments. It is described as an abstract class, so it does not count as a class of the application.
 */
function placeholderExports(names: Iterable<string>): string[] {
  const exported = Array.from(names, (name, index) => {
    const value = JSON.stringify(name + placeholderMark)
    return `const s${index} = placeholder(${value})\nexport { s${index} as ${name} }`
  })
  return [createPlaceholder, ...exported]
}

const createPlaceholder = `function placeholder(name) {
  const described = { name, file: '', at: '', abstract: true, parameters: [] }
  return Object.defineProperties(function () {}, {
    name: { value: name },
    [Symbol.for('fw.description')]: { value: () => described },
  })
}`
