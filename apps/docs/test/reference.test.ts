import { expect, test } from 'vitest'
import type { EntryPoint } from '../build/declarations.ts'
import { findMeaning, findUsage } from '../build/examples.ts'
import { groupExports } from '../build/export-groups.ts'
import type { ExportKind, PublicExport } from '../build/exports.ts'
import { readDeclaration } from '../build/read-declaration.ts'
import { ReferenceLinks } from '../build/reference-links.ts'
import { wrapComments } from '../build/wrap-comments.ts'

test.each([
  ['export declare const Get: (path: string) => AttributeDecorator;', 'decorator'],
  ['export declare function parse(text: string): number;', 'function'],
  ['export declare const parse: (text: string) => number;', 'function'],
  ['export declare class Container {\n}', 'class'],
  ['export interface Options {\n    size: number;\n}', 'type'],
  ['export type int = number;', 'type'],
  ['export declare const channel: Channel<Message>;', 'constant'],
  ['export interface Limit {\n}\nexport declare const Limit: () => ClassDecorator;', 'decorator'],
])('%s is a %s', (code, kind) => {
  expect(readDeclaration(code).kind).toBe(kind)
})

test('a declaration is shown without private members and those of the framework', () => {
  const declared = `export declare class Clock extends Base implements Closable {
    #private;
    /** Is hidden. */
    private readonly state;
    static readonly [defaultBinding]: () => Clock;
    /** Returns the time. */
    now(zone: Zone): Instant;
    [Symbol.iterator](): Iterator<number>;
}`
  const { code, parent, types } = readDeclaration(declared)
  expect(code).toBe(`declare class Clock extends Base implements Closable {
    /** Returns the time. */
    now(zone: Zone): Instant;
    [Symbol.iterator](): Iterator<number>;
}`)
  expect(parent).toBe('Base')
  expect([...types].toSorted()).toEqual(['Base', 'Closable', 'Instant', 'Iterator', 'Zone'])
})

test('a type that a declaration imports in place has only its name', () => {
  const declared =
    'export declare const Check: (field?: string | undefined) => import("./attribute.ts").AttributeDecorator;'
  const { kind, code, imports } = readDeclaration(declared)
  expect(kind).toBe('decorator')
  expect(code).toBe('declare const Check: (field?: string) => AttributeDecorator;')
  expect([...imports]).toEqual([['AttributeDecorator', './attribute.ts']])
})

test('doc comments of members fit 72 columns, and tags keep their lines', () => {
  const code = `interface Options {
  /** The time of a response in the cache, after which it is requested again. Defaults to 10 seconds. */
  time: string
  /**
   * Short.
   * @param name A name.
   */
  call(name: string): void
}`
  expect(wrapComments(code)).toBe(`interface Options {
  /**
   * The time of a response in the cache, after which it is requested
   * again. Defaults to 10 seconds.
   */
  time: string
  /**
   * Short.
   * @param name A name.
   */
  call(name: string): void
}`)
})

const core: EntryPoint = {
  name: '@fw/core',
  exports: [
    entry('Scalar', 'type'),
    entry('scalar', 'function', { Scalar: 'core#Scalar', Promise: 'lib#Promise' }),
    entry('Get', 'decorator'),
  ],
}
const queue: EntryPoint = {
  name: '@fw/queue/redis',
  exports: [entry('RedisQueue', 'class', { Scalar: 'core#Scalar', RedisQueue: 'core#RedisQueue' })],
}

test('the exports of a module are grouped by kind, each with the anchor of its heading', () => {
  const groups = groupExports(core).map(({ title, entries }) => [
    title,
    entries.map(({ anchor }) => anchor),
  ])
  expect(groups).toEqual([
    ['Decorators', ['get']],
    ['Functions', ['scalar']],
    ['Types', ['scalar-1']],
  ])
})

test('types link to their entries, on the same page if it has one', () => {
  const links = new ReferenceLinks([queue, core])
  expect(links.toJson()).toEqual({
    'core#get': {},
    'core#scalar': { Scalar: '#scalar-1' },
    'core#scalar-1': {},
    'queue-redis#redisqueue': { Scalar: 'core.html#scalar-1' },
  })
  expect(links.find('queue-redis', 'core#Scalar', '.md')).toBe('core.md#scalar-1')
  expect(links.find('core', 'lib#Promise', '.md')).toBeUndefined()
})

test('the example of an export is the shortest statement of a guide that uses it', () => {
  const usage = findUsage('@fw/core', 'Throws')
  expect(usage?.code).toContain('@Throws(')
  expect(usage?.code).not.toContain('import ')
  expect(usage?.link).toBe('decorators.md#errors')
  expect(findUsage('@fw/query', 'Throws')).toBeUndefined()
})

test('an error links to the section that explains its messages', () => {
  expect(findMeaning('KeyTooShort')).toEqual({ link: 'errors.md#keys', title: 'Errors: Keys' })
  expect(findMeaning('CredentialRefused')?.link).toBe('errors.md#access-1')
  expect(findMeaning('TooShort')).toBeUndefined()
})

function entry(
  name: string,
  kind: ExportKind,
  types: Readonly<Record<string, string>> = {},
): PublicExport {
  return {
    name,
    kind,
    doc: '',
    code: '',
    origin: `core#${name}`,
    types: new Map(Object.entries(types)),
  }
}
