import type { ParsedSource } from './parsed-source.ts'

const longestFile = 400
/** `/home/node` is a folder of the Node image, and not of a machine. */
const machinePath =
  /(?:^|[\s'"`(=:])(?:\/(?:home(?!\/node\b)|Users|root|work|tmp|private)\/|[A-Z]:\\)[\w.-]/

export function lengthProblems({ path, text }: ParsedSource): string[] {
  const lines = text.trimEnd().split('\n').length
  return lines > longestFile ? [`${path}: ${lines} lines; split it at ${longestFile}.`] : []
}

export function defaultExportProblems({ defaultExports }: ParsedSource): string[] {
  return defaultExports.map(({ what, at }) => `${at}: ${what}; export by name.`)
}

export function anyProblems({ path, anyTypes }: ParsedSource): string[] {
  if (path.startsWith('packages/core/src/base/reflection/')) return []
  return anyTypes.map(({ at }) => `${at}: any; say unknown and narrow it.`)
}

/** A bundle exports the values that a module has once it has run. */
export function lateExportProblems({ lateAssignments, exportedVariables }: ParsedSource): string[] {
  return lateAssignments
    .filter(({ what }) => exportedVariables.has(what))
    .map(
      ({ what, at }) => `${at}: ${what} is exported and changes; export a function that gives it.`,
    )
}

export function commentProblems({ comments }: ParsedSource): string[] {
  return comments
    .filter(({ what }) => /\b(TODO|FIXME)\b/.test(what))
    .map(({ what, at }) => `${at}: ${what.trim()}; do it or leave it out.`)
}

export function machinePathProblems({ path, text }: Pick<ParsedSource, 'path' | 'text'>): string[] {
  return text
    .split('\n')
    .flatMap((line, index) =>
      machinePath.test(line) ? [`${path}:${index + 1}: a path of one machine.`] : [],
    )
}
