/**
 * Breaks lines at spaces to fit into `width`; longer words are not broken. Lines after a break begin with `indent`.
 * Returns the text unchanged if `width` is undefined or too small.
 */
export function wrap(text: string, width: number | undefined, indent = ''): string {
  if (width === undefined || width <= indent.length + minWidth) return text
  return text
    .split('\n')
    .map((line) => wrapLine(line, width, indent))
    .join('\n')
}

/**
 * The minimum number of columns. In fewer columns, wrapped text is harder to read than a line broken by the terminal.
 */
const minWidth = 20

function wrapLine(line: string, width: number, indent: string): string {
  const lines: string[] = []
  let rest = line
  while (rest.length > width) {
    const start = lines.length === 0 ? rest.length - rest.trimStart().length : indent.length
    const before = rest.lastIndexOf(' ', width)
    // A word that is longer than a line, such as a URL, is not broken, so that it can be copied.
    const end = before > start ? before : rest.indexOf(' ', width)
    if (end === -1) break
    lines.push(rest.slice(0, end).trimEnd())
    rest = indent + rest.slice(end).trimStart()
  }
  return [...lines, rest].join('\n')
}
