import { posix } from 'node:path'
import { describe, expect, test } from 'vitest'
import { importCircles } from './architecture/circles.ts'
import {
  anyProblems,
  commentProblems,
  defaultExportProblems,
  lateExportProblems,
  lengthProblems,
  machinePathProblems,
} from './architecture/house-rules.ts'
import { areaOf, isEntryPoint, layerProblems } from './architecture/layers.ts'
import { namingProblems } from './architecture/naming.ts'
import { packageBorderProblems } from './architecture/package-borders.ts'
import { parseSource, type ParsedSource } from './architecture/parsed-source.ts'
import { filesOf } from './repository.ts'

const packageSources = filesOf('packages/*/src/**/*.{ts,js}').map(parseSource)
const applicationSources = filesOf('apps/*/src/**/*.ts').map(parseSource)
const manifests = filesOf('packages/*/package.json')
const packages = manifests.map(({ path }) => path.split('/')[1] ?? '')
const publicEntryPoints = new Set(manifests.flatMap(({ text }) => entryPointsOf(text)))

describe('the sources', () => {
  test('a file of a layered package imports from its own layer or an earlier one', () => {
    expect(packageSources.flatMap(layerProblems)).toEqual([])
  })

  test.each(packages)('neither files nor folders of %s have circular imports', (folder) => {
    const sources = packageSources.filter(({ path }) => path.startsWith(`packages/${folder}/`))
    expect(importCircles(sources)).toEqual([])
    const inFolders = sources.filter(({ path }) => path.split('/').length > 4)
    expect(importCircles(inFolders, posix.dirname)).toEqual([])
  })

  test('areas of the package have no circular imports, not even inside a layer', () => {
    const sources = packageSources.filter(({ path }) => path.startsWith('packages/core/'))
    expect(importCircles(sources, areaOf)).toEqual([])
  })

  test('packages and applications import other packages by their entry points, and only the transform imports oxc', () => {
    const sources = [...packageSources, ...applicationSources]
    expect(sources.flatMap((source) => packageBorderProblems(source, publicEntryPoints))).toEqual(
      [],
    )
  })

  test.each([
    ['core', '@fw/core'],
    ['transform', '@fw/transform'],
    ['query', '@fw/query'],
    ['queue', '@fw/queue'],
    ['auth', '@fw/auth'],
    ['schedule', '@fw/schedule'],
    ['migrate', '@fw/migrate'],
    ['telemetry', '@fw/telemetry'],
  ])(
    'every file at the top of %s is an entry point of its package, or has a layer',
    (folder, name) => {
      const top = filesOf(`packages/${folder}/src/*.{ts,js}`).filter(({ path }) =>
        isEntryPoint(path),
      )
      const entryPoints = top.map(({ path }) => posix.parse(path).name.replace('index', ''))
      expect(
        entryPoints.filter((entryPoint) => !publicEntryPoints.has(posix.join(name, entryPoint))),
      ).toEqual([])
    },
  )

  test('files and declarations are named after their subject', () => {
    expect(packageSources.flatMap(namingProblems)).toEqual([])
  })

  test('access has a rule, a guard and few other types', () => {
    const isOfAccess = /^packages\/core\/src\/(?:features\/(?:access|mcp)|http\/chain)\//u
    const names = packageSources
      .filter(({ path }) => isOfAccess.test(path))
      .flatMap(({ declared }) => declared.map(({ what }) => what))
      .filter((name) => /Access|Admission|Denied|Gate|Guarded|Refusals?$/u.test(name))
      .filter((name) => !/(?:Options|Parts)$/u.test(name))
    expect(names.toSorted()).toEqual([
      'Access',
      'AccessGate',
      'AccessGuard',
      'AccessRefused',
      'AccessRule',
      'AgentAccess',
      'Denied',
      'GuardedCall',
      'InvalidAccess',
      'PlanAccess',
      'Refusal',
      'RouteAccess',
      'TargetAccess',
    ])
  })

  test('no file is longer than 400 lines', () => {
    expect(packageSources.flatMap(lengthProblems)).toEqual([])
  })

  test('exports have names', () => {
    // Linters take a plugin from its default export.
    expect(packageSources.flatMap(defaultExportProblems)).toEqual([
      expect.stringMatching(/^packages\/lint\/src\/index\.ts:/u),
    ])
  })

  test('the type any is used only in reflection', () => {
    expect(packageSources.flatMap(anyProblems)).toEqual([])
  })

  test('exports of a module do not change after it has run', () => {
    expect(packageSources.flatMap(lateExportProblems)).toEqual([])
  })

  test('no comment postpones work', () => {
    expect(packageSources.flatMap(commentProblems)).toEqual([])
  })

  test('sources and documents contain no local paths', () => {
    const documents = filesOf('**/*.md')
    const sources = [...packageSources, ...applicationSources, ...documents]
    expect(sources.flatMap(machinePathProblems)).toEqual([])
  })
})

describe('the checks find', () => {
  test('an import from a later layer, static, dynamic, re-exported or of a type', () => {
    const source = sample('packages/core/src/http/binding/cast.ts', [
      "import { reflect } from '../../base/reflection/reflect.ts'",
      "import { Router } from '../routing/router.ts'",
      "import type { Route } from '../routing/route.ts'",
      "export { serve } from '../adapters/node/serve.ts'",
      "const later = import('../../features/mcp/server.ts')",
      "type Document = import('../../features/openapi/document.ts').Document",
    ])
    expect(layerProblems(source).toSorted()).toEqual(
      [2, 3, 4, 5, 6].map((line) =>
        expect.stringMatching(
          new RegExp(
            `^packages/core/src/http/binding/cast\\.ts:${line}: (?:binding|http) imports .* later layer`,
          ),
        ),
      ),
    )
  })

  test('an import of an entry point from inside the package, but not by an entry point', () => {
    const lines = ["import { Router } from '../index.ts'"]
    expect(layerProblems(sample('packages/core/src/http/pipeline.ts', lines))).toEqual([
      'packages/core/src/http/pipeline.ts:1: imports the entry point packages/core/src/index.ts. ' +
        'Import the owner of the name.',
    ])
    const entryPoint = sample('packages/core/src/node.ts', [
      "export * from './adapters/node/serve.ts'",
    ])
    expect(layerProblems(entryPoint)).toEqual([])
  })

  test('an adapter importing app.ts, and a folder without a layer', () => {
    const adapter = sample('packages/core/src/http/adapters/node/serve.ts', [
      "import '../../../app.ts'",
    ])
    expect(layerProblems(adapter)).toHaveLength(1)
    expect(layerProblems(sample('packages/core/src/extras/one.ts', []))).toEqual([
      'packages/core/src/extras/one.ts: "extras" has no layer in packages/core/src/. Give it one in layers.ts.',
    ])
  })

  test('the parser of the transform importing a layer above it', () => {
    const path = 'packages/transform/src/parse/scope.ts'
    const climbing = sample(path, ["import type { TypeReader } from '../types/type-reader.ts'"])
    expect(layerProblems(climbing)).toEqual([
      `${path}:1: parse imports packages/transform/src/types/type-reader.ts, which belongs to a later layer.`,
    ])
  })

  test('circular imports of files and folders, even of types', () => {
    const sources = [
      sample('a/one.ts', ["import '../b/two.ts'", "import './four.ts'"]),
      sample('b/two.ts', ["import type { Three } from '../c/three.ts'", "import 'vitest'"]),
      sample('c/three.ts', ["export * from '../a/four.ts'"]),
      sample('a/four.ts', []),
    ]
    expect(importCircles(sources)).toEqual([])
    expect(importCircles(sources, posix.dirname)).toEqual(['a → b → c → a'])
    const closing = sample('a/four.ts', ["import './one.ts'"])
    expect(importCircles([...sources.slice(0, 3), closing])).toEqual([
      'a/one.ts → b/two.ts → c/three.ts → a/four.ts → a/one.ts',
    ])
  })

  test('circular imports of areas in one layer', () => {
    const inArea = (area: string, line: string) =>
      sample(`packages/core/src/base/${area}/one.ts`, [line])
    const sources = [
      inArea('config', "import { rootFolder } from '../discovery/root-folder.ts'"),
      inArea('discovery', "import type { Logger } from '../logging/logger.ts'"),
      inArea('logging', "import { isWorker } from '../config/is-worker.ts'"),
    ]
    expect(sources.flatMap(layerProblems)).toEqual([])
    expect(importCircles(sources, (path) => areaOf(path).split('/').at(-1) ?? '')).toEqual([
      'config → discovery → logging → config',
    ])
    expect(importCircles(sources.slice(1), areaOf)).toEqual([])
  })

  test('an import past the entry point of another package', () => {
    const source = sample('packages/query/src/query.ts', [
      "import { Config } from '@fw/core'",
      "import { Hydrator } from '@fw/core/validation/hydrator'",
      "import { reflect } from '../../core/src/base/reflection/reflect.ts'",
    ])
    expect(packageBorderProblems(source, new Set(['@fw/core']))).toEqual([
      'packages/query/src/query.ts:2: "@fw/core/validation/hydrator" is not a public entry point.',
      'packages/query/src/query.ts:3: "../../core/src/base/reflection/reflect.ts" leaves packages/query. ' +
        'Import a public entry point.',
    ])
  })

  test('oxc outside the transform', () => {
    const lines = ["import { parseSync } from 'oxc-parser'"]
    const inFramework = sample('packages/core/src/base/discovery/scan.ts', lines)
    const inTransform = sample('packages/transform/src/describe/describe-class.ts', lines)
    expect(packageBorderProblems(inFramework, new Set())).toHaveLength(1)
    expect(packageBorderProblems(inTransform, new Set())).toEqual([])
  })

  test('empty names of files and folders', () => {
    const names = [
      'http/utils.ts',
      'http/index.ts',
      'http/types.d.ts',
      'index.ts',
      'http/router.ts',
    ]
    const found = names.filter(
      (name) => namingProblems(sample(`packages/a/src/${name}`, [])).length,
    )
    expect(found).toEqual(['http/utils.ts', 'http/index.ts', 'http/types.d.ts'])
  })

  test('empty names of declarations', () => {
    const source = sample('packages/a/src/names.ts', [
      'interface IRouter {}',
      'class RouterImpl {}',
      'class DefaultLogger {}',
      'type QueueManager = object',
      'const InMemory = 1, In = 2, URLPattern = 3, defaultPort = 4',
    ])
    expect(namingProblems(source)).toHaveLength(4)
  })

  test('a file of 401 lines, but not one of 400', () => {
    expect(
      lengthProblems(
        sample(
          'a.ts',
          Array.from({ length: 401 }, () => '//'),
        ),
      ),
    ).toHaveLength(1)
    expect(
      lengthProblems(
        sample(
          'a.ts',
          Array.from({ length: 400 }, () => '//'),
        ),
      ),
    ).toEqual([])
  })

  test('default exports in both forms', () => {
    const source = sample('a.ts', [
      'export default class A {}',
      'const b = 1',
      'export { b as default }',
    ])
    expect(defaultExportProblems(source)).toHaveLength(2)
  })

  test('an exported variable that changes later, but not one that is set while its module runs', () => {
    const source = sample('packages/a/src/one.ts', [
      'export let first: () => void, count = 0',
      'export let last: number',
      'class Holder { static { first = () => void (last = 1) } }',
      'export const add = () => (count += 1, count++)',
      'let own = 0',
      'export function set() { own = 1 }',
    ])
    expect(lateExportProblems(source)).toEqual(
      ['3: last', '4: count', '4: count'].map((change) =>
        expect.stringContaining(`:${change} is exported`),
      ),
    )
  })

  test('any as a type, but not as a word', () => {
    const lines = ['// any', 'const any = "any"', 'let value: any[] = []']
    expect(anyProblems(sample('packages/a/src/one.ts', lines))).toEqual([
      'packages/a/src/one.ts:3: any; say unknown and narrow it.',
    ])
    expect(anyProblems(sample('packages/core/src/base/reflection/one.ts', lines))).toEqual([])
  })

  test('postponed work in comments', () => {
    const mark = ['TO', 'DO'].join('')
    const source = sample('a.ts', [`const text = '${mark}'`, `// ${mark}: finish`, `/* ${mark} */`])
    expect(commentProblems(source)).toHaveLength(2)
  })

  test('local paths', () => {
    const lines = [
      "const a = '/users/1:/home/node'",
      `const b = '${['', 'home', 'me', 'a.ts'].join('/')}'`,
    ]
    expect(machinePathProblems(sample('a.ts', lines))).toEqual(['a.ts:2: a path of one machine.'])
  })
})

function sample(path: string, lines: string[]): ParsedSource {
  return parseSource({ path, text: `${lines.join('\n')}\n` })
}

function entryPointsOf(manifest: string): string[] {
  const { name, exports } = JSON.parse(manifest) as { name: string; exports: object }
  return Object.keys(exports).map((entryPoint) => posix.join(name, entryPoint))
}
