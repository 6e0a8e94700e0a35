/** The name and the content of a file of a client. */
export type ClientFile = readonly [name: string, text: string]

/** The start of a file that fw client wrote. */
export const fileMark = '// Written by fw client'

const firstLine = `${fileMark}. Do not edit: its next run overwrites this file\n`

/** Returns the files of a module. */
export function moduleFiles(name: string, code: string, declarations: string): ClientFile[] {
  return [
    [`${name}.js`, firstLine + markPure(code)],
    [`${name}.d.ts`, firstLine + declarations],
  ]
}

/** Writes the import of all exports of a module, or with `import type` of its types. */
export function importAll(keyword: 'import' | 'import type', name: string, file = name): string {
  return `${keyword} * as ${name} from './${file}.js'\n`
}

/** Marks all calls as pure, inner ones too, so that bundlers can remove unused ones. Skips strings. */
function markPure(code: string): string {
  return code.replaceAll(/"(?:[^"\\]|\\[^]?)*"?|\b(?:runtime|schema)\.\w+\(/gu, (found) =>
    found.startsWith('"') ? found : `/* @__PURE__ */ ${found}`,
  )
}
