import { execFileSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { repository } from '../../packaging/stage-package.ts'
import { writeDeclarations } from '../../packaging/write-declarations.ts'
import { readEntryPoints } from './build/declarations.ts'
import { writeForAgents } from './build/for-agents.ts'
import { release, writePages } from './build/pages.ts'
import { recordRelease } from './build/releases.ts'

/**
 * `npm run docs -- <folder>` writes the site to a folder, by default `dist/site` next to this file:
 * this release below `/<major.minor>/`, and the newest one at `/` too. Earlier releases stay.
 */
const target = resolve(
  process.env['INIT_CWD'] ?? '.',
  process.argv[2] ?? join(import.meta.dirname, 'dist/site'),
)
const work = mkdtempSync(join(tmpdir(), 'fw-site-'))

try {
  writeDeclarations(join(work, 'declarations'), false)
  const pages = await writePages(
    join(import.meta.dirname, 'dist/pages'),
    readEntryPoints(join(work, 'declarations')),
  )
  mkdirSync(target, { recursive: true })
  const output = join(work, 'built')
  buildPages(output)
  copyLinkedFiles(output)
  const notFound = readFileSync(join(output, '404.html'), 'utf8')
  const isNewest = recordRelease(target, release)
  for (const base of isNewest ? [`/${release}/`, '/'] : [`/${release}/`]) {
    writeForAgents(output, base, pages)
    // Hosts serve this page for addresses in any folder.
    writeFileSync(join(output, '404.html'), notFound.replaceAll('"./', `"${base}`))
    replace(join(target, base), output)
  }
  console.log(`Wrote ${pages.length} pages of release ${release} to ${target}.`)
} finally {
  rmSync(work, { recursive: true, force: true })
}

/** The addresses in the pages are relative, so the pages work in the folder of the release and at `/`. */
function buildPages(output: string): void {
  const program = join(repository, 'node_modules/vitepress/bin/vitepress.js')
  const words = ['build', import.meta.dirname, '--outDir', output]
  execFileSync(process.execPath, [program, ...words], { stdio: ['ignore', 'ignore', 'inherit'] })
}

/** The folders next to the pages contain files that pages link to. */
function copyLinkedFiles(output: string): void {
  const pages = join(repository, 'packages/core/docs')
  for (const entry of readdirSync(pages, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue
    cpSync(join(pages, entry.name), join(output, entry.name), { recursive: true })
  }
}

/** Puts what was built in the place of what was there; other releases stay. */
function replace(folder: string, built: string): void {
  const isRelease = (name: string) => /^\d+\.\d+$/.test(name) || name === 'releases.json'
  mkdirSync(folder, { recursive: true })
  for (const name of readdirSync(folder)) {
    if (!isRelease(name)) rmSync(join(folder, name), { recursive: true })
  }
  cpSync(built, folder, { recursive: true })
}
