import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, inject, onTestFinished, TestRunner } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** A `node_modules` with our packages as they are published. */
    publishedPackages: string
    /** A copy of the programs that tests start, in the folders of this repository, with those packages. */
    repositoryCopy: string
  }
}

const installed = fileURLToPath(new URL('../../../../node_modules', import.meta.url))

/**
 * Writes an application to a separate folder, with the packages of this repository as they are
 * published; it is removed when the test ends, or the tests among which it is declared.
 */
export function temporaryApplication(
  files: Readonly<Record<string, string>>,
  packages = inject('publishedPackages'),
): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'fw-application-')))
  const whenFinished = TestRunner.getCurrentTest() ? onTestFinished : afterAll
  whenFinished(() => rmSync(root, { recursive: true, force: true }))
  symlinkSync(packages, join(root, 'node_modules'))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return root
}

/** Writes an application with the framework alone, without its extensions. `link` adds another package. */
export function frameworkApplication(files: Readonly<Record<string, string>>) {
  const root = temporaryApplication(files)
  rmSync(join(root, 'node_modules'))
  mkdirSync(join(root, 'node_modules/@fw'), { recursive: true })
  const link = (name: string, target = join(inject('publishedPackages'), name)) =>
    symlinkSync(target, join(root, 'node_modules', name))
  for (const name of ['@fw/core', '@fw/transform']) link(name)
  return { root, link }
}

/** Copies an application of a page to a separate folder, as `temporaryApplication` writes one. */
export function copiedExample(name: string): string {
  const root = temporaryApplication({})
  cpSync(new URL(`../examples/${name}/`, import.meta.url), root, { recursive: true })
  return root
}

/**
 * Returns a path in the copy of this repository that has the packages as they are published, such
 * as that of `apps/pingpong`. All tests share the copy.
 */
export function inRepositoryCopy(path: string): string {
  return join(inject('repositoryCopy'), path)
}

/** Writes an application that the test loads in its own process, where the packages are the sources. */
export function importableApplication(files: Readonly<Record<string, string>>): string {
  return temporaryApplication(files, installed)
}
