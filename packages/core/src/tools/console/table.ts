import { wrap } from './wrap.ts'

/**
 * Formats rows as a table. Each column is as wide as its widest cell. If `width` is set, cells in the last column are
 * wrapped to fit into that many characters.
 */
export function table(
  rows: readonly (readonly string[])[],
  indent = '',
  width?: number | undefined,
): string {
  const widths: number[] = []
  for (const row of rows) {
    for (const [column, cell] of row.entries()) {
      widths[column] = Math.max(widths[column] ?? 0, cell.length)
    }
  }
  const before = widths.slice(0, -1).reduce((sum, each) => sum + each + 2, indent.length)
  return rows
    .map((row) => indent + row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
    .map((line) => `${wrap(line.trimEnd(), width, ' '.repeat(before))}\n`)
    .join('')
}
