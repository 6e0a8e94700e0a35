import { cpSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { linkPackages } from '../packaging/link-packages.ts'
import { repositoryRoot } from './repository.ts'

const copied = [
  'package.json',
  'tsconfig.base.json',
  'apps',
  'packages/core/test/attack',
  'packages/core/test/features/mcp/fixtures',
  'packages/core/test/http/adapters',
]

/**
 * Before all tests, and after changes of sources: writes the packages that applications of tests
 * use, and copies the programs that tests start.
 */
export async function setup(project: TestProject): Promise<() => void> {
  const copy = realpathSync(mkdtempSync(join(tmpdir(), 'fw-repository-')))
  project.provide('repositoryCopy', copy)
  const provide = async () => {
    const packages = await linkPackages()
    project.provide('publishedPackages', packages)
    copyPrograms(copy, packages)
  }
  await provide()
  project.onTestsRerun(provide)
  return () => rmSync(copy, { recursive: true, force: true })
}

function copyPrograms(copy: string, packages: string): void {
  for (const path of copied) {
    cpSync(join(repositoryRoot, path), join(copy, path), { recursive: true, filter: isSource })
  }
  rmSync(join(copy, 'node_modules'), { force: true })
  symlinkSync(packages, join(copy, 'node_modules'))
}

function isSource(path: string): boolean {
  return !/([\\/](dist|\.env)|\.sqlite[\w-]*)$/.test(path)
}
