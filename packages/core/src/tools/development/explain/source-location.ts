import { readFileSync, realpathSync } from 'node:fs'
import { basename, isAbsolute, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { tryRead } from '../../../base/logging/thrown.ts'
import { moduleNames, sourceFolders } from './source-folders.ts'

/** A location in the source of an application. */
export interface SourceLocation {
  /** The path relative to the folder of the application. */
  readonly file: string
  /** The line, starting at 1. */
  readonly line: number
  /** The column, starting at 1. */
  readonly column?: number
  /** The lines around the location, with their numbers; `>` marks the location. */
  readonly excerpt: string
}

/**
 * Returns the location in the error message, such as that of a declaration, or else the location that threw the error.
 */
export function locationInMessage(error: Error, folder: string): SourceLocation | undefined {
  const match = /(?:^|[\s("])([^\s(":]+\.[cm]?[jt]sx?):(\d+)(?::(\d+))?/.exec(error.message)
  const location = match && readLocation(folder, match[1], Number(match[2]), Number(match[3] ?? 0))
  return location ?? locationOf(error, folder)
}

/** Returns the location in the application that threw an error. */
export function locationOf(error: Error, folder: string): SourceLocation | undefined {
  const { beginning, frames } = partsOf(error)
  for (const frame of [`${beginning}:1`, ...frames]) {
    const found = locationOfFrame(frame, folder)
    if (found) return found
  }
  return undefined
}

/** Returns the location of a frame in the application. A frame ends with `file:line:column`, often in parentheses. */
export function locationOfFrame(frame: string, folder: string): SourceLocation | undefined {
  const parts = frame
    .slice(frame.lastIndexOf('(') + 1)
    .replace(')', '')
    .split(':')
  const [line, column] = parts.slice(-2).map(Number)
  const file = parts
    .slice(0, -2)
    .join(':')
    .replace(/^async /, '')
  return line && column && file ? readLocation(folder, file, line, column) : undefined
}

/** A frame of a call stack. Frames of the application include their location. */
export interface Frame extends Partial<Omit<SourceLocation, 'excerpt'>> {
  readonly text: string
}

/** Adds locations to the frames that belong to the application. */
export function toFrames(stack: readonly string[], folder: string): Frame[] {
  return stack.map((text) => {
    const { excerpt: _, ...location } = locationOfFrame(text, folder) ?? {}
    return { text, ...location }
  })
}

/** Returns the frames of an error, without other lines that Node adds. */
export function framesOf(error: Error): string[] {
  return partsOf(error).frames
}

/**
 * Splits the stack into parts. Leaves out the message, which may contain lines that look like frames. If Node cannot
 * load a module, the stack begins with the location.
 */
function partsOf({ message, stack = '' }: Error): {
  readonly beginning: string
  readonly frames: string[]
} {
  const start = stack.indexOf(message)
  const [beginning = ''] = stack.slice(0, Math.max(start, 0)).split('\n', 1)
  const lines = stack.slice(start === -1 ? 0 : start + message.length).split('\n')
  const frames = lines.map((line) => line.trim()).filter((line) => line.startsWith('at '))
  return { beginning, frames: frames.map((line) => line.slice(3)) }
}

const framework = fileURLToPath(new URL('../../..', import.meta.url))

/**
 * Reads the source code around a location, if the file is a module of the application. Frames contain the URL of a
 * file, or its path if a source map is used.
 */
export function readLocation(
  folder: string,
  name = '',
  line: number,
  column: number,
): SourceLocation | undefined {
  const path = name.startsWith('file:') ? tryRead(name, fileUrlToPath) : resolve(folder, name)
  const text = path && tryRead(path, () => readModule(folder, realpathSync(path)))
  if (text === undefined || path === undefined) return undefined
  const inside = relative(folder, path)
  return {
    file: isAbsolute(inside) ? path : inside,
    line,
    ...(column > 0 && { column }),
    excerpt: excerptOf(text, line),
  }
}

/** Returns the source of a module; undefined if the file is not a module of the application. */
function readModule(folder: string, path: string): string | undefined {
  const isInstalled = path.startsWith(framework) || /[\\/]node_modules[\\/]/.test(path)
  if (isInstalled || !moduleNames.test(basename(path))) return undefined
  const isOf = (location: string) => path.startsWith(realpathSync(location) + sep)
  return sourceFolders(folder).some(isOf) ? readFileSync(path, 'utf8') : undefined
}

function fileUrlToPath(name: unknown): string {
  return fileURLToPath(name as string)
}

/** The number of lines to show before and after the location. */
const context = 3

/** The number of characters of a line to show. */
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
