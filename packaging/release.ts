import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { kilobytes } from './kilobytes.ts'
import { readManifest } from './manifest.ts'
import { packPackages, type Packed } from './pack-packages.ts'
import { releaseProblems } from './release-problems.ts'
import { repository } from './stage-package.ts'

/**
 * `npm run release` publishes all packages to npm, those first on which others depend. With
 * `--dry-run`, it prints what it would publish. A release that has failed halfway can be repeated.
 */
const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean', default: false } } })
const version = String(readManifest(join(repository, 'packages/core'))['version'])
const problems = releaseProblems(version)
if (problems.length === 0) await release(values['dry-run'])
else {
  console.error(`Release ${version} is not ready:`)
  for (const problem of problems) console.error(`- ${problem}`)
  process.exitCode = 1
}

async function release(isDryRun: boolean): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'fw-release-'))
  try {
    for (const each of await packPackages(folder)) {
      const words = ['publish', each.file, '--access', 'public']
      // npm records which commit and workflow have built a package, which only CI can prove.
      if (process.env['CI']) words.push('--provenance')
      console.log(`npm ${words.join(' ').replace(each.file, basename(each.file))}  ${about(each)}`)
      if (!isDryRun && !publish(each, words)) return
    }
    console.log(isDryRun ? 'Nothing was published.' : `Published. Run: git tag v${version}`)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function about({ name, packedSize }: Packed): string {
  return `(${name}@${version}, ${kilobytes(packedSize)})`
}

/** npm prints its errors. */
function publish({ name }: Packed, words: readonly string[]): boolean {
  if (isPublished(name)) {
    console.log(`${name}@${version} is on npm already.`)
    return true
  }
  if (spawnSync('npm', words, { stdio: 'inherit' }).status === 0) return true
  console.error(`${name} was not published. Correct the cause, and run the command again.`)
  process.exitCode = 1
  return false
}

function isPublished(name: string): boolean {
  try {
    const found = execFileSync('npm', ['view', `${name}@${version}`, 'version'], {
      encoding: 'utf8',
      stdio: 'pipe',
    })
    return found.trim() === version
  } catch (error) {
    if (String((error as { stderr?: string }).stderr).includes('E404')) return false
    throw error
  }
}
