import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readAddresses } from './addresses.ts'
import { readManifest, type Manifest } from './manifest.ts'
import { packages, repository } from './stage-package.ts'

/** Returns what has to be changed before the packages can be published. */
export function releaseProblems(version: string): string[] {
  const manifests = packages.map((name) => readManifest(join(repository, 'packages', name)))
  return [
    ...changedFiles(),
    ...manifests.flatMap((manifest) => otherVersions(manifest, version)),
    ...changelogProblems(version),
    ...missingAddresses(),
    ...unpublishedNotes(),
  ]
}

function changedFiles(): string[] {
  const changes = execFileSync('git', ['status', '--porcelain'], {
    cwd: repository,
    encoding: 'utf8',
  })
  if (changes === '') return []
  const files = changes.trimEnd().split('\n')
  const shown = files.slice(0, 5).map((line) => line.slice(3))
  const more = files.length > 5 ? ` and ${files.length - 5} more` : ''
  return [`Files have changes that are not committed: ${shown.join(', ')}${more}. Commit them.`]
}

/** All packages are released together, and need each other in the same version. */
function otherVersions(manifest: Manifest, version: string): string[] {
  const { name, version: own, dependencies, peerDependencies } = manifest
  const needed = Object.entries({ ...(dependencies as object), ...(peerDependencies as object) })
  return [[name, own] as const, ...needed]
    .filter(([each, found]) => each.startsWith('@fw/') && found !== version)
    .map(([each, found]) =>
      each === name
        ? `${name} has version ${found}, but @fw/core has ${version}. Use one version.`
        : `${name} needs ${each} ${found}, but @fw/core has version ${version}. Use one version.`,
    )
}

function changelogProblems(version: string): string[] {
  const text = readFileSync(join(repository, 'CHANGELOG.md'), 'utf8')
  const [, ...sections] = text.split(/^## \[/m)
  const newest = sections.find((section) => /^- /m.test(section)) ?? ''
  const name = newest.slice(0, Math.max(0, newest.indexOf(']')))
  if (name === version) return []
  return [
    `CHANGELOG.md: the first section with entries is [${name}], but the packages have version ${version}. ` +
      `Name the section [${version}].`,
  ]
}

function missingAddresses(): string[] {
  const known = readAddresses(repository)
  return (['repository', 'homepage', 'bugs'] as const)
    .filter((field) => known[field] === undefined)
    .map((field) => `package.json of the repository has no "${field}". Add the public address.`)
}

/** Sentences that are wrong after the release. */
function unpublishedNotes(): string[] {
  const patterns = ['README.md', 'packages/*/README.md', 'packages/core/docs/*.md']
  const files = globSync(patterns, { cwd: repository }).filter((file) =>
    /not\s+on\s+npm\s+yet/.test(readFileSync(join(repository, file), 'utf8')),
  )
  if (files.length === 0) return []
  return [
    `Pages say that the packages are not on npm yet: ${files.toSorted().join(', ')}. Remove that.`,
  ]
}
