import { existsSync, readFileSync } from 'node:fs'
import { isAbsolute, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { lookAt } from '../../logging/thrown.ts'

/** A place in the source of an application. */
export interface SourcePlace {
  /** Relative to the folder of the application. */
  readonly file: string
  /** The first is 1. */
  readonly line: number
  /** The first is 1. */
  readonly column?: number
  /** The lines around it, each with its number; `>` marks the line. */
  readonly excerpt: string
}

/** Where the message of an error points, else where it was raised, outside of what is installed. */
export function placeOf({ message, stack = '' }: Error, folder: string): SourcePlace | undefined {
  const told = /(?:^|[\s("])([^\s(":]+\.[cm]?[jt]sx?):(\d+)(?::(\d+))?/.exec(message)
  const place = told && readPlace(folder, told[1], Number(told[2]), Number(told[3] ?? 0))
  if (place) return place
  // What Node cannot load begins with the place.
  const [first = ''] = stack.split('\n', 1)
  for (const frame of [`${first}:1`, ...framesOf(stack)]) {
    const found = placeOfFrame(frame, folder)
    if (found) return found
  }
  return undefined
}

/** A frame ends with `file:line:column`, often in parentheses. */
function placeOfFrame(frame: string, folder: string): SourcePlace | undefined {
  const parts = frame
    .slice(frame.lastIndexOf('(') + 1)
    .replace(')', '')
    .split(':')
  const [line, column] = parts.slice(-2).map(Number)
  const file = parts
    .slice(0, -2)
    .join(':')
    .replace(/^async /, '')
  return line && column && file ? readPlace(folder, file, line, column) : undefined
}

/** The frames of a stack, without what Node adds. */
export function framesOf(stack: string): string[] {
  const lines = stack.split('\n').map((line) => line.trim())
  return lines.filter((line) => line.startsWith('at ')).map((line) => line.slice(3))
}

/** Frames name a file by its address, or by its path where a source map leads to it. */
const framework = fileURLToPath(new URL('../..', import.meta.url))

/** The place with its source, outside of what is installed. */
export function readPlace(
  folder: string,
  name = '',
  line: number,
  column: number,
): SourcePlace | undefined {
  const path = name.startsWith('file:') ? lookAt(name, fileUrlToPath) : resolve(folder, name)
  if (path === undefined || path.startsWith(framework) || /[\\/]node_modules[\\/]/.test(path)) {
    return undefined
  }
  const text = lookAt(path, () => (existsSync(path) ? readFileSync(path, 'utf8') : undefined))
  if (text === undefined) return undefined
  const inside = relative(folder, path)
  return {
    file: isAbsolute(inside) ? path : inside,
    line,
    ...(column > 0 && { column }),
    excerpt: excerptOf(text, line),
  }
}

function fileUrlToPath(name: unknown): string {
  return fileURLToPath(name as string)
}

/** How many lines are shown before and after the one in question. */
const context = 3

/** How much of a line is shown. */
const width = 200

function excerptOf(text: string, line: number): string {
  const lines = text.split('\n')
  const first = Math.max(1, line - context)
  const last = Math.min(lines.length, line + context)
  const digits = String(last).length
  return lines
    .slice(first - 1, last)
    .map((content, index) => {
      const number = first + index
      const mark = number === line ? '>' : ' '
      return `${mark} ${String(number).padStart(digits)} | ${content.trimEnd().slice(0, width)}`.trimEnd()
    })
    .join('\n')
}
