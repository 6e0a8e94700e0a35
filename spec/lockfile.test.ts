import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { filesOf, repositoryRoot } from './repository.ts'

interface LockEntry {
  readonly version?: string
  readonly resolved?: string
  readonly link?: boolean
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

type Entries = Readonly<Record<string, LockEntry>>

const exactVersion = /^\d+\.\d+\.\d+(-[\w.]+)?$/
const generators = 'packages/core/test/features/openapi/generators'
const manifests = filesOf(
  'package.json',
  '*/package.json',
  '{packages,apps}/*/package.json',
  `${generators}/package.json`,
)

describe.each(['.', generators])('the lock in %s', (folder) => {
  const text = readFileSync(join(repositoryRoot, folder, 'package-lock.json'), 'utf8')
  const entries = (JSON.parse(text) as { packages: Entries }).packages

  test('lists the packages of every platform', () => {
    expect(missingPlatforms(entries)).toEqual([])
  })

  test('contains no registry URL', () => {
    expect(registries(entries)).toEqual([])
  })
})

test('dependencies are pinned exactly', () => {
  expect(manifests.flatMap(({ path, text }) => looseVersions(path, JSON.parse(text)))).toEqual([])
})

test('a platform that is left out, or locked at another version, is found', () => {
  const optionalDependencies = {
    'a-mac': '1.0.0',
    'a-linux': '1.0.0',
    'a-windows': '1.0.0',
    b: '^1',
  }
  const broken: Entries = {
    'node_modules/x/node_modules/a': { version: '1.0.0', optionalDependencies },
    'node_modules/x/node_modules/a-mac': { version: '1.0.0' },
    'node_modules/a-linux': { version: '1.0.0' },
    'node_modules/a-windows': { version: '2.0.0' },
  }
  expect(missingPlatforms(broken)).toEqual(['node_modules/x/node_modules/a lacks a-windows@1.0.0'])
})

test('a registry in the lock file is found, and a workspace is not taken for one', () => {
  const sample: Entries = {
    'node_modules/a': { resolved: 'https://registry.example/a.tgz' },
    'node_modules/@fw/core': { resolved: 'packages/core', link: true },
  }
  expect(registries(sample)).toEqual(['node_modules/a'])
})

test('a range among the dependencies is found', () => {
  const manifest = {
    dependencies: { a: '1.2.3', b: '^1.2.3' },
    devDependencies: { c: '1.0.0-alpha.2' },
  }
  expect(looseVersions('package.json', manifest)).toEqual(['package.json: b@^1.2.3'])
})

/** Packages made for one platform each are optional dependencies at exact versions. */
function missingPlatforms(locked: Entries): string[] {
  return Object.entries(locked).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([, version]) => exactVersion.test(version))
      .filter(([name, version]) => lockedFrom(path, name, locked)?.version !== version)
      .map(([name, version]) => `${path} lacks ${name}@${version}`),
  )
}

/**
 * Returns the package that Node would find for `name` from a package at `path`: the nearest
 * node_modules above it.
 */
function lockedFrom(path: string, name: string, locked: Entries): LockEntry | undefined {
  const folders = path.split('node_modules/')
  const places = folders.map((_, depth) => folders.slice(0, depth + 1).join('node_modules/'))
  return [`${path}/`, ...places.toReversed()]
    .map((place) => locked[`${place}node_modules/${name}`])
    .find((entry) => entry !== undefined)
}

function registries(locked: Entries): string[] {
  return Object.entries(locked)
    .filter(([, { resolved, link }]) => resolved !== undefined && link !== true)
    .map(([path]) => path)
}

function looseVersions(path: string, { dependencies, devDependencies }: Manifest): string[] {
  return Object.entries({ ...dependencies, ...devDependencies })
    .filter(([, version]) => !exactVersion.test(version))
    .map(([name, version]) => `${path}: ${name}@${version}`)
}
