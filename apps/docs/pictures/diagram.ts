/** A rectangle of a diagram. `kind` is `yours` for the code of the application. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height?: number
  readonly title: string
  readonly note?: string
  readonly kind?: 'plain' | 'yours' | 'strong'
}

/** An arrow from one point to another, with a label next to its middle. */
export interface Arrow {
  readonly from: readonly [x: number, y: number]
  readonly to: readonly [x: number, y: number]
  readonly label?: string
  readonly both?: boolean
}

/** A line of text without a box. */
export interface Label {
  readonly x: number
  readonly y: number
  readonly text: string
  readonly anchor?: 'start' | 'middle' | 'end'
}

/** A drawing of boxes and arrows. */
export interface Diagram {
  readonly name: string
  /** The alternative text, also the title of the image. */
  readonly alt: string
  readonly width: number
  readonly height: number
  readonly boxes: readonly Box[]
  readonly arrows: readonly Arrow[]
  readonly labels?: readonly Label[]
  /** Dashed lines, such as the one between two stages. */
  readonly lines?: readonly Arrow[]
}

const style = `
text{font:15px system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;fill:#213547}
.title{font-weight:600}.note{font-size:13px;fill:#525a68}.mono{font-family:ui-monospace,Menlo,Consolas,monospace}
rect{fill:#fff;stroke:#b9bfcc;stroke-width:1.2}.yours{fill:#e7ecfd;stroke:#3451b2}.strong{fill:#3451b2;stroke:#3451b2}
.strong+text{fill:#fff}.strong~text.on{fill:#fff}path{stroke:#6b7280;stroke-width:1.5;fill:none}.head{fill:#6b7280;stroke:none}
.dashed{stroke-dasharray:5 5}
@media(prefers-color-scheme:dark){text{fill:#dfe3ea}.note{fill:#a9b0bd}rect{fill:#202127;stroke:#4b5160}
.yours{fill:#28304f;stroke:#a8b1ff}.strong{fill:#3e63dd;stroke:#3e63dd}path{stroke:#9aa3b2}.head{fill:#9aa3b2}}`

/** Returns the diagram as an SVG document that follows the color scheme of its page. */
export function toSvg({ alt, width, height, boxes, arrows, labels, lines }: Diagram): string {
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${escapeXml(alt)}</title>`,
    `<style>${style}</style>`,
    '<defs><marker id="a" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto-start-reverse"><path class="head" d="M0 0L10 5L0 10z"/></marker></defs>',
    ...(lines ?? []).map(drawLine),
    ...arrows.map(drawArrow),
    ...boxes.map(drawBox),
    ...(labels ?? []).map(drawLabel),
    '</svg>',
  ]
  return `${parts.join('\n')}\n`
}

function drawBox({ x, y, width, height = 52, title, note, kind = 'plain' }: Box): string {
  const middle = x + width / 2
  const on = kind === 'strong' ? ' on' : ''
  const first = y + height / 2 + (note === undefined ? 5 : -4)
  const mono = /^[@/]|\(|\.ts$/.test(title) ? ' mono' : ''
  const texts = [
    `<text class="title${mono}${on}" x="${middle}" y="${first}" text-anchor="middle">${escapeXml(title)}</text>`,
    note === undefined
      ? ''
      : `<text class="note${on}" x="${middle}" y="${first + 19}" text-anchor="middle">${escapeXml(note)}</text>`,
  ]
  return `<g><rect class="${kind}" x="${x}" y="${y}" width="${width}" height="${height}" rx="8"/>${texts.join('')}</g>`
}

function drawArrow({ from, to, label, both }: Arrow): string {
  const start = both === true ? ' marker-start="url(#a)"' : ''
  const path = `<path d="M${from.join(' ')}L${to.join(' ')}" marker-end="url(#a)"${start}/>`
  if (label === undefined) return path
  const isFlat = from[1] === to[1]
  const x = (from[0] + to[0]) / 2 + (isFlat ? 0 : 10)
  const y = (from[1] + to[1]) / 2 + (isFlat ? -8 : 5)
  const anchor = isFlat ? 'middle' : 'start'
  return `${path}<text class="note" x="${x}" y="${y}" text-anchor="${anchor}">${escapeXml(label)}</text>`
}

function drawLine({ from, to }: Arrow): string {
  return `<path class="dashed" d="M${from.join(' ')}L${to.join(' ')}"/>`
}

function drawLabel({ x, y, text, anchor = 'middle' }: Label): string {
  return `<text class="note" x="${x}" y="${y}" text-anchor="${anchor}">${escapeXml(text)}</text>`
}

/** Escapes text for XML. */
export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
