/** A fenced block of a document. One that shows a file names it: "```ts events/src/mailing.ts#region". */
export interface Snippet {
  readonly language: string
  readonly file: string | undefined
  readonly region: string | undefined
  readonly text: string
  readonly line: number
}

/** The fenced blocks of a document, in their order. */
export function snippetsOf(markdown: string): Snippet[] {
  return [...markdown.matchAll(/^```(\w+)(?: (\S+))?\n([^]*?)^```$/gm)].map((block) => {
    const [, language = '', target, text = ''] = block
    const [file, region] = target?.split('#') ?? []
    const line = markdown.slice(0, block.index).split('\n').length
    return { language, file, region, text, line }
  })
}

/** True if a snippet shows a file of an application, by its path in the repository. */
export function isOfApplication(file: string): boolean {
  return file.startsWith('apps/')
}

/**
 * Returns the part of a source that a document may show: all of it, or the lines between "//
 * #region name" and "// #endregion" (in SQL, "-- #region name"), moved to the left.
 */
export function shownPart(source: string, region: string | undefined): string | undefined {
  if (region === undefined) return source
  const start = [`// #region ${region}\n`, `-- #region ${region}\n`].find((line) =>
    source.includes(line),
  )
  if (start === undefined) return undefined
  const from = source.indexOf(start)
  const to = source.indexOf(`${start.slice(0, 2)} #endregion`, from)
  if (to === -1) return undefined
  const [indentation = ''] = /[ ]*$/.exec(source.slice(0, from)) ?? []
  const shown = source.slice(from + start.length, to).replace(/[ ]*$/, '')
  return shown.replaceAll(new RegExp(`^${indentation}`, 'gm'), '')
}
