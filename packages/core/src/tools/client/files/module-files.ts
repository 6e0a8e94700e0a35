/** The name and content of a generated file. */
export type ClientFile = readonly [name: string, text: string]

/** The string with which every generated file begins. */
export const fileMark = '// Written by fw client'

const firstLine = `${fileMark}. Do not edit: its next run overwrites this file\n`

/** Returns the JavaScript and declaration files of a module. */
export function moduleFiles(name: string, code: string, declarations: string): ClientFile[] {
  return [
    [`${name}.js`, firstLine + markPure(code)],
    [`${name}.d.ts`, firstLine + declarations],
  ]
}

/** Writes an import of all exports of a module, or with `import type` of its types. */
export function importAll(keyword: 'import' | 'import type', name: string, file = name): string {
  return `${keyword} * as ${name} from './${file}.js'\n`
}

/** Marks all calls, including nested ones, as pure, so that bundlers can remove unused ones. Skips strings. */
function markPure(code: string): string {
  return code.replaceAll(/"(?:[^"\\]|\\[^]?)*"?|\b(?:runtime|schema)\.\w+\(/gu, (found) =>
    found.startsWith('"') ? found : `/* @__PURE__ */ ${found}`,
  )
}
