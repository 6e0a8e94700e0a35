import { escapeXml } from './diagram.ts'

/** Sizes of a character of the monospaced font, in pixels. */
const cell = { width: 7.83, height: 20 }

const style = `
text{font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace;fill:#1f2328;white-space:pre}
rect{fill:#f6f8fa;stroke:#d0d7de}circle{fill:#d0d7de}.bold{font-weight:700}.dim{fill:#656d76}
.c31{fill:#b3261e}.c32{fill:#1a6b32}.c33{fill:#7a5200}.c34{fill:#0550ae}.c35{fill:#7a33b8}.c36{fill:#116a7b}
@media(prefers-color-scheme:dark){text{fill:#e6edf3}rect{fill:#161b22;stroke:#30363d}circle{fill:#484f58}.dim{fill:#98a1ab}
.c31{fill:#ff8f85}.c32{fill:#62d26f}.c33{fill:#e3b341}.c34{fill:#79b8ff}.c35{fill:#d2a8ff}.c36{fill:#6fd3df}}`

/** Returns the output of a terminal, with its colors, as an SVG document. */
export function terminalToSvg(alt: string, output: string, columns = 84): string {
  const lines = output
    .replaceAll('\r', '')
    .trimEnd()
    .split('\n')
    .flatMap((line) => wrap(line, columns))
  const width = Math.round(columns * cell.width + 32)
  const height = lines.length * cell.height + 56
  const rows = lines.map((line, index) => {
    const y = 52 + index * cell.height
    return `<text x="16" y="${y}">${spansOf(line)}</text>`
  })
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${escapeXml(alt)}</title>`,
    `<style>${style}</style>`,
    `<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8"/>`,
    '<circle cx="20" cy="18" r="5"/><circle cx="38" cy="18" r="5"/><circle cx="56" cy="18" r="5"/>',
    ...rows,
    '</svg>',
  ]
  return `${parts.join('\n')}\n`
}

const escape = String.fromCharCode(27)

/** Breaks a line that is longer than the terminal is wide; escape sequences have no width. */
function wrap(line: string, columns: number): string[] {
  const lines = ['']
  let length = 0
  for (const [part] of line.matchAll(/.\[[\d;]*m|./gu)) {
    const isColor = part.startsWith(escape)
    if (!isColor && ++length > columns) {
      lines.push('  ')
      length = 3
    }
    lines[lines.length - 1] += part
  }
  return lines
}

/** Converts the escape sequences for colors of one line to elements. */
function spansOf(line: string): string {
  const active = new Set<string>()
  const [first = '', ...parts] = line.split(escape)
  const spans = parts.map((part) => {
    const [, codes = '', text = ''] = /^\[([\d;]*)m(.*)$/.exec(part) ?? []
    for (const code of codes.split(';')) apply(Number(code), active)
    return toSpan(text, active)
  })
  return toSpan(first, new Set()) + spans.join('')
}

function toSpan(text: string, active: ReadonlySet<string>): string {
  if (text === '') return ''
  if (active.size === 0) return `<tspan>${escapeXml(text)}</tspan>`
  return `<tspan class="${[...active].join(' ')}">${escapeXml(text)}</tspan>`
}

function apply(code: number, active: Set<string>): void {
  if (code === 0) return active.clear()
  if (code === 1) active.add('bold')
  if (code === 2 || code === 90) active.add('dim')
  if (code === 22) for (const name of ['bold', 'dim']) active.delete(name)
  if (code === 39) removeColors(active)
  if (code >= 31 && code <= 36) {
    removeColors(active)
    active.add(`c${code}`)
  }
}

function removeColors(active: Set<string>): void {
  for (const name of active) if (name !== 'bold') active.delete(name)
}
