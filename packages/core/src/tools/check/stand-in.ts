/**
 * Ends the names of stand-ins. An error that mentions one is the consequence of an error that has been reported. The
 * character is invisible.
 */
export const standInMark = '\u2060'

/**
 * Returns a module that exports a stand-in under each word of `text`, so that any import of it succeeds. `text` is its own
 * source, or with `isPartial` that of a module that imports it.
 */
export function standInModule(text: string, { isPartial = false } = {}): string {
  const names = new Set(['default', ...(text.match(/[\p{ID_Start}$_][\p{ID_Continue}$]*/gu) ?? [])])
  const stars = isPartial ? [] : (text.match(/^export \* from (['"])[^'"\n]+\1/gmu) ?? [])
  return [...stars, ...standIns(names)].join('\n')
}

/** Returns a module that adds stand-ins for exports that another module lacks. */
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
  return [`export * from ${from}`, ...rest, ...standIns(names)].join('\n')
}

/**
 * A stand-in can be extended, created and called, also as a decorator with arguments. It is described as an abstract class,
 * which is no class of the application itself.
 */
function standIns(names: Iterable<string>): string[] {
  const exported = Array.from(names, (name, index) => {
    const value = JSON.stringify(name + standInMark)
    return `const s${index} = standIn(${value})\nexport { s${index} as ${name} }`
  })
  return [create, ...exported]
}

const create = `function standIn(name) {
  const described = { name, file: '', at: '', abstract: true, parameters: [] }
  return Object.defineProperties(function () {}, {
    name: { value: name },
    [Symbol.for('fw.description')]: { value: () => described },
  })
}`
