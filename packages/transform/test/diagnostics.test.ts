import { transform } from '../src/transform.ts'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { descriptionOf } from './described.ts'
import { loadFixture } from './load-fixture.ts'

const folder = join(import.meta.dirname, 'diagnostics')
const names = globSync('*.ts', { cwd: folder })
  .map((file) => file.replace(/\.ts$/, ''))
  .filter((name) => !name.includes('.'))

test.for(names)('%s', (name) => {
  expect(messagesOf(name)).toBe(expectedOf(name) || 'what the comments say')
})

/** The messages are in comments at the end of each module. */
function expectedOf(name: string): string {
  const source = readFileSync(join(folder, `${name}.ts`), 'utf8')
  const [comments = ''] = /(?:^\/\/ .*\n)+(?![^])/m.exec(source) ?? []
  return comments.trimEnd().replaceAll(/^\/\/ /gm, '')
}

/** The framework's errors for the types of a module, or why the module cannot be read. */
function messagesOf(name: string): string {
  try {
    const { A } = loadFixture(`../diagnostics/${name}.ts`) as { A: object }
    return unreadableIn(descriptionOf(A)).join('\n')
  } catch (error) {
    return String(error)
  }
}

function unreadableIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const { kind, text, at, reason, remedy } = value as Record<string, unknown>
  if (kind === 'unreadable') return [`cannot read the type "${text}" at ${at}: ${reason} ${remedy}`]
  return Object.values(value).flatMap(unreadableIn)
}

test.each(['(', '['])('20,000 nested %s are an error that names the file', (bracket) => {
  const close = bracket === '(' ? ')' : ']'
  const value = (depth: number) => `${bracket.repeat(depth)}1${close.repeat(depth)}`
  for (const start of ['', 'export class A {}\n']) {
    const source = `${start}export const deep = ${value(20_000)}`
    expect(() => transform(source, '/app/deep.ts')).toThrow(
      /deep\.ts:\d+:\d+: more than 1000 brackets are nested/,
    )
  }
  const text = `export const text = "${bracket.repeat(20_000)}" // ${bracket.repeat(20_000)}`
  expect(transform(text, '/app/text.ts').code).toContain(bracket)
  expect(transform(`export const deep = ${value(900)}`, '/app/deep.ts').code).toContain('1')
})
