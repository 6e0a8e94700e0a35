import { expect, test } from 'vitest'
import { filesOf } from './repository.ts'

interface Manifest {
  readonly name: string
  readonly type: string
  readonly engines: Readonly<Record<string, string>>
  readonly exports: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { optional: boolean }>>
}

const published = filesOf('packages/*/package.json').map(({ text }) => JSON.parse(text) as Manifest)

test('every package is ESM and requires Node.js 22.18', () => {
  for (const { name, type, engines } of published) {
    expect({ name, type, node: engines['node'] }).toEqual({ name, type: 'module', node: '>=22.18' })
  }
})

test('the framework has eleven entry points, and one for its own packages', () => {
  expect(entryPointsOf('@fw/core')).toEqual([
    '.',
    './bun',
    './channels',
    './console',
    './deno',
    './internals',
    './lambda',
    './mcp',
    './node',
    './redis',
    './testing',
    './web',
  ])
})

test('the transform is a loader and a plugin', () => {
  expect(entryPointsOf('@fw/transform')).toEqual(expect.arrayContaining(['./register', './vite']))
})

test('each durable backend of the queue has its own entry point', () => {
  expect(entryPointsOf('@fw/queue')).toEqual(['.', './database', './extension', './redis'])
})

test('the scheduler depends on no driver', () => {
  expect(entryPointsOf('@fw/schedule')).toEqual(['.', './database', './extension'])
})

test('migrations depend on no driver', () => {
  expect(entryPointsOf('@fw/migrate')).toEqual(['.', './extension'])
  expect(manifest('@fw/migrate').dependencies).toBeUndefined()
})

test('telemetry depends on no SDK', () => {
  expect(entryPointsOf('@fw/telemetry')).toEqual(['.', './extension'])
  expect(Object.keys(manifest('@fw/telemetry').dependencies ?? {})).toEqual(['@opentelemetry/api'])
})

test('the stores of authentication have separate entry points', () => {
  expect(entryPointsOf('@fw/auth')).toEqual(['.', './database', './redis', './testing'])
})

test('the plugin for linters has no dependencies', () => {
  expect([entryPointsOf('@fw/lint'), manifest('@fw/lint').dependencies]).toEqual([['.'], undefined])
})

test('the query builder depends on no driver', () => {
  const {
    dependencies = {},
    peerDependencies = {},
    peerDependenciesMeta = {},
  } = manifest('@fw/query')
  const drivers = ['mysql2', 'pg', 'postgres']
  expect(Object.keys(dependencies)).toEqual([])
  expect(Object.keys(peerDependencies)).toEqual(expect.arrayContaining(drivers))
  expect(drivers.filter((driver) => peerDependenciesMeta[driver]?.optional !== true)).toEqual([])
})

test('ping/pong depends on an exact version of fw', () => {
  const application = JSON.parse(filesOf('apps/pingpong/package.json')[0]?.text ?? '') as Manifest
  expect(application.dependencies?.['@fw/core']).toMatch(/^\d+\.\d+\.\d+$/)
})

function entryPointsOf(name: string): string[] {
  return Object.keys(manifest(name).exports).toSorted()
}

function manifest(name: string): Manifest {
  const found = published.find((candidate) => candidate.name === name)
  if (!found) throw new Error(`No package is called ${name}.`)
  return found
}
