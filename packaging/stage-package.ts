import { cpSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join, posix } from 'node:path'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { addressesOf, readAddresses } from './addresses.ts'
import { bundleEntryPoints } from './bundle-entry-points.ts'
import { copyDeclarations } from './copy-declarations.ts'
import { readManifest, toPublished, type Manifest } from './manifest.ts'
import { toPublishedLinks } from './published-links.ts'

export const repository = join(import.meta.dirname, '..')

interface Places {
  /** The declarations of all modules of the package. */
  readonly declarations: string
  /** An empty folder for what is published. */
  readonly stage: string
}

/** The folders in `packages`, those first on which others depend. */
export const packages = [
  'transform',
  'core',
  'query',
  'queue',
  'auth',
  'schedule',
  'migrate',
  'telemetry',
  'create',
  'lint',
]

/** Writes the files of a package that are published. Throws if publint finds anything. */
export async function stagePackage(name: string, { declarations, stage }: Places): Promise<void> {
  const folder = join(repository, 'packages', name)
  const manifest = readManifest(folder)
  mkdirSync(stage, { recursive: true })
  await bundleEntryPoints(folder, manifest, join(stage, 'dist'))
  copyDeclarations(manifest, declarations, join(stage, 'types'))
  const addresses = readAddresses(repository)
  copyTexts(folder, stage)
  rewriteDocumentation(name, stage, addresses.homepage)
  const published = toPublished(manifest, addressesOf(name, addresses))
  writeFileSync(join(stage, 'package.json'), `${JSON.stringify(published, null, 2)}\n`)
  await refuseProblems(stage, published)
}

function copyTexts(folder: string, stage: string): void {
  cpSync(join(repository, 'LICENSE'), join(stage, 'LICENSE'))
  const readme = [folder, repository].map((place) => join(place, 'README.md')).find(existsSync)
  if (readme) cpSync(readme, join(stage, 'README.md'))
  for (const part of ['bin', 'client', 'docs', 'templates', 'AGENTS.md']) {
    if (existsSync(join(folder, part))) {
      // The pictures are for the site.
      const filter = (file: string) => basename(file) !== 'pictures'
      cpSync(join(folder, part), join(stage, part), { recursive: true, filter })
    }
  }
}

function rewriteDocumentation(name: string, stage: string, homepage: string | undefined): void {
  const folder = `packages/${name}`
  for (const page of globSync('{*.md,docs/**/*.md}', { cwd: stage })) {
    const file = join(stage, page)
    const from = posix.dirname(posix.join(folder, page.replaceAll('\\', '/')))
    const text = toPublishedLinks(readFileSync(file, 'utf8'), { from, folder, stage, homepage })
    writeFileSync(file, withoutPadding(text))
  }
  for (const data of globSync('docs/**/*.json', { cwd: stage })) {
    const file = join(stage, data)
    writeFileSync(file, JSON.stringify(JSON.parse(readFileSync(file, 'utf8'))))
  }
}

/** Removes the spaces around the cells of tables, which align the columns: a tenth of all pages. */
function withoutPadding(markdown: string): string {
  return markdown
    .replaceAll(/^\|(?: -+ \|)+$/gmu, (row) => row.replaceAll(/-+/gu, '---'))
    .replaceAll(/^\|.*\|$/gmu, (row) => row.replaceAll(/(?<=(?<!\\)\|) +| +(?=\|)/gu, ''))
}

async function refuseProblems(stage: string, manifest: Manifest): Promise<void> {
  const { messages } = await publint({ pkgDir: stage, strict: true, pack: false })
  if (messages.length === 0) return
  const lines = messages.map((message) => formatMessage(message, manifest) ?? message.code)
  throw new Error(`publint about ${manifest.name}:\n${lines.join('\n')}`)
}
