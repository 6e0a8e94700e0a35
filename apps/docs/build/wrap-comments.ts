const columns = 72

/** Breaks the lines of doc comments in a declaration so that they fit the width of a page. */
export function wrapComments(code: string): string {
  return code.replaceAll(/^( *)\/\*\*([^]*?)\*\//gm, (_, indent: string, body: string) => {
    const text = body.replaceAll(/^ *\* ?/gm, '').trim()
    const line = `${indent}/** ${text} */`
    if (!text.includes('\n') && line.length <= columns) return line
    const lines = paragraphsOf(text).flatMap((part) => wrap(part, columns - indent.length - 3))
    return [`${indent}/**`, ...lines.map((part) => `${indent} * ${part}`), `${indent} */`]
      .map((part) => part.trimEnd())
      .join('\n')
  })
}

/** Empty lines, tags and items of lists begin a paragraph. */
function paragraphsOf(text: string): string[] {
  return text
    .replaceAll(/(?<=\S)\n *(?!@|- |\n| )/g, ' ')
    .split('\n')
    .map((line) => line.trim())
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = ['']
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`.trimStart()
    if (longer.length <= width || lines.at(-1) === '') lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}
