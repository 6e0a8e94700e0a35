import { execFile, execFileSync } from 'node:child_process'
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, posix } from 'node:path'
import { promisify } from 'node:util'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { filesOf } from '../repository.ts'
import { Clone } from './clone.ts'
import { NpmRegistry } from './npm-registry.ts'

const run = promisify(execFile)
const root = mkdtempSync(join(tmpdir(), 'fw-released-'))
const registry = new NpmRegistry(root)
const clone = new Clone()
const names = filesOf('packages/*/package.json').map(({ text }) => nameIn(text))
let environment: NodeJS.ProcessEnv

// A release packs ten packages, and starts npm for each.
vi.setConfig({ testTimeout: 600_000 })

beforeAll(async () => {
  const address = await registry.start()
  const settings = `registry=http://${address}/\n//${address}/:_authToken=secret\n`
  writeFileSync(join(root, '.npmrc'), settings)
  const inherited = Object.entries(process.env).filter(([key]) => !/^(npm_|CI$)/.test(key))
  environment = { ...Object.fromEntries(inherited), npm_config_userconfig: join(root, '.npmrc') }
})

afterAll(async () => {
  await registry.stop()
  clone.remove()
  rmSync(root, { recursive: true })
})

test('a release with uncommitted files fails, and lists everything else that is missing', async () => {
  writeFileSync(join(clone.folder, 'notes.txt'), '')
  clone.change('packages/queue/package.json', (text) =>
    text.replace('"version": "0.1.0"', '"version": "0.0.9"'),
  )
  const refused = await release('--dry-run')
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr.split('\n')).toEqual([
    'Release 0.1.0 is not ready:',
    '- Files have changes that are not committed: packages/queue/package.json, notes.txt. Commit them.',
    '- @fw/queue has version 0.0.9, but @fw/core has 0.1.0. Use one version.',
    '- CHANGELOG.md: the first section with entries is [Unreleased], but the packages have version 0.1.0. Name the section [0.1.0].',
    '- package.json of the repository has no "repository". Add the public address.',
    '- package.json of the repository has no "homepage". Add the public address.',
    '- package.json of the repository has no "bugs". Add the public address.',
    expect.stringMatching(
      /^- Pages say that the packages are not on npm yet: README\.md, .*\. Remove that\.$/,
    ),
    '',
  ])
  clone.git('clean', '--quiet', '--force', 'notes.txt')
  clone.git('checkout', '--quiet', '.')
})

test('an unknown flag publishes nothing', async () => {
  expect((await release('--dryrun')).stderr).toContain("Unknown option '--dryrun'")
})

describe('a release that is ready', () => {
  beforeAll(() => {
    clone.change('package.json', (text) =>
      JSON.stringify({
        ...(JSON.parse(text) as object),
        repository: { type: 'git', url: 'git+https://git.example.com/fw/fw.git' },
        homepage: 'https://fw.example.com',
        bugs: 'https://git.example.com/fw/fw/issues',
      }),
    )
    clone.change('CHANGELOG.md', (text) =>
      text.replace('## [Unreleased]\n', '## [Unreleased]\n\n## [0.1.0] - 2026-12-24\n'),
    )
    for (const pattern of ['README.md', 'packages/*/README.md', 'packages/core/docs/*.md']) {
      clone.change(pattern, (text) => text.replaceAll(/not\s+on\s+npm\s+yet/g, 'on npm'))
    }
    clone.commit()
  })

  test('is listed in the order of the dependencies, with provenance in CI', async () => {
    environment['CI'] = 'true'
    const { code, stdout, stderr } = await release('--dry-run')
    delete environment['CI']
    expect([code, stderr]).toEqual([0, ''])
    const lines = stdout.trimEnd().split('\n')
    expect(lines.at(-1)).toBe('Nothing was published.')
    const listed = lines.slice(0, -1).map((line) => {
      const [, file, name] =
        /^npm publish (\S+) --access public --provenance {2}\((\S+)@0\.1\.0, \d+ kB\)$/.exec(
          line,
        ) ?? []
      expect(file, line).toBe(`${String(name).replace('@', '').replace('/', '-')}-0.1.0.tgz`)
      return String(name)
    })
    expect(listed.toSorted()).toEqual(names.toSorted())
    expect(listed.flatMap((name, index) => missingBefore(name, listed.slice(0, index)))).toEqual([])
    expect(registry.published).toEqual([])
  })

  test('is published, and continued if npm rejected a package', async () => {
    registry.refused = '@fw/core'
    const stopped = await release()
    expect(stopped.code).toBe(1)
    expect(stopped.stderr).toMatch(/\n@fw\/core was not published\. .* run the command again\.\n$/)
    expect(registry.published.map(({ name }) => name)).toEqual(['@fw/transform'])

    registry.refused = undefined
    const { code, stdout } = await release()
    expect(code).toBe(0)
    expect(stdout.match(/\S+ is on npm already\./g)).toEqual([
      '@fw/transform@0.1.0 is on npm already.',
    ])
    expect(stdout).toMatch(/\nPublished\. Run: git tag v0\.1\.0\n$/)
    const published = registry.published.map(({ name, access }) => ({ name, access }))
    const expected = names.map((name) => ({ name, access: 'public' }))
    expect(published.toSorted(byName)).toEqual(expected.toSorted(byName))
  })

  test.each(names)('publint and arethetypeswrong report nothing for %s', async (name) => {
    const tarball = new Uint8Array(readFileSync(registry.tarball(name))).buffer
    expect((await publint({ strict: true, pack: { tarball } })).messages).toEqual([])
    expect(await typeProblems(registry.tarball(name))).toEqual([])
  })

  test.each(names)('%s has the public addresses', (name) => {
    const manifest = JSON.parse(textIn(name, 'package.json')) as { keywords: string[] }
    expect(manifest).toMatchObject({
      author: 'the fw authors',
      license: 'MIT',
      repository: {
        type: 'git',
        url: 'git+https://git.example.com/fw/fw.git',
        directory: `packages/${name.replace('@fw/', '')}`,
      },
      homepage: 'https://fw.example.com',
      bugs: 'https://git.example.com/fw/fw/issues',
    })
    expect(manifest.keywords.length).toBeGreaterThan(4)
  })

  test.each(names)('the links of %s lead to a file of the package, or to the site', (name) => {
    const folder = unpack(name)
    const pages = globSync('{*.md,docs/**/*.md}', { cwd: folder })
    expect(pages).toContain('README.md')
    expect(pages.flatMap((page) => deadLinks(folder, page))).toEqual([])
  })

  test('a README links to the pages of the site', () => {
    expect(textIn('@fw/queue', 'README.md')).toContain('](https://fw.example.com/queue.html)')
    expect(textIn('@fw/lint', 'README.md')).toContain(
      '](https://fw.example.com/checking.html#in-the-editor)',
    )
  })
})

test('types that do not resolve are found', async () => {
  const folder = join(root, 'broken')
  mkdirSync(folder)
  const manifest = { name: 'broken', version: '1.0.0', type: 'module', exports: './index.js' }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  writeFileSync(join(folder, 'index.js'), 'export const one = 1\n')
  writeFileSync(join(folder, 'index.d.ts'), "export { one } from './one'\n")
  execFileSync('npm', ['pack', `--pack-destination=${root}`], { cwd: folder, stdio: 'ignore' })
  expect(await typeProblems(join(root, 'broken-1.0.0.tgz'))).toContain('InternalResolutionError')
})

interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

function release(...flags: string[]): Promise<Ended> {
  const options = { cwd: clone.folder, env: environment }
  return end(run(process.execPath, ['packaging/release.ts', ...flags], options))
}

/** The output of a program, also of one that has failed. */
function end(running: Promise<{ stdout: string; stderr: string }>): Promise<Ended> {
  return running.then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: Ended) => error,
  )
}

/** Returns the kinds of problems that arethetypeswrong finds for programs that use ECMAScript modules. */
async function typeProblems(tarball: string): Promise<string[]> {
  const checked = await checkPackage(createPackageFromTarballData(readFileSync(tarball)))
  const others = new Set<string>(['node10', 'node16-cjs'])
  return (checked.types ? checked.problems : [])
    .filter((problem) => !('resolutionKind' in problem && others.has(problem.resolutionKind)))
    .map(({ kind }) => kind)
}

/** The packages that `name` needs, and that are not listed earlier. */
function missingBefore(name: string, earlier: readonly string[]): string[] {
  const text = clone.read(`packages/${name.replace('@fw/', '')}/package.json`)
  const { dependencies, peerDependencies } = JSON.parse(text) as Record<string, object | undefined>
  return Object.keys({ ...dependencies, ...peerDependencies })
    .filter((needed) => needed.startsWith('@fw/') && !earlier.includes(needed))
    .map((needed) => `${name} needs ${needed}`)
}

function nameIn(manifest: string): string {
  return (JSON.parse(manifest) as { name: string }).name
}

function byName(one: { name: string }, other: { name: string }): number {
  return one.name.localeCompare(other.name)
}

function unpack(name: string): string {
  const folder = join(root, name)
  mkdirSync(folder, { recursive: true })
  execFileSync('tar', ['--extract', '--file', registry.tarball(name), '--directory', folder])
  return join(folder, 'package')
}

function textIn(name: string, file: string): string {
  const words = ['--extract', '--to-stdout', '--file', registry.tarball(name), `package/${file}`]
  return execFileSync('tar', words, { encoding: 'utf8' })
}

function deadLinks(folder: string, page: string): string[] {
  const prose = readFileSync(join(folder, page), 'utf8').replaceAll(/^```[^]*?^```|`[^`\n]*`/gm, '')
  return [...prose.matchAll(/\]\(([^)\s#]+)[^)]*\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .filter((target) => !existsSync(join(folder, posix.dirname(page), target)))
    .map((target) => `${page}: ${target}`)
}
