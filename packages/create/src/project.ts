import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Installer } from './installers.ts'
import { type Layout, layoutOf } from './layout.ts'
import { isObject, type Manifest } from './manifest.ts'
import { isOfRepository, partTable, parts, withRequired, type PartName } from './parts.ts'
import type { PackageSource } from './package-source.ts'
import { foldersOf, readTemplates } from './templates.ts'

/** The choices for a new project. */
interface ProjectOptions {
  readonly name: string
  readonly parts: readonly PartName[]
  readonly isMonorepo: boolean
  readonly installer: Installer
  readonly source: PackageSource
}

/** Returns the files of a new project. */
export function filesOfProject(options: ProjectOptions): Map<string, string> {
  const { name, isMonorepo, installer, source } = options
  const chosen = withRequired(options.parts)
  const layout = layoutOf(isMonorepo, name, installer)
  const folders = foldersOf(
    [
      'app',
      'base',
      // Without a database or an agent, the example application keeps notes in memory. The web page uses the notes,
      // too.
      ...(chosen.includes('database') || chosen.includes('agent') ? [] : ['notes']),
      ...withExamples(chosen.filter((part) => !isOfRepository(part))),
      ...(isMonorepo ? ['monorepo'] : []),
      ...chosen.filter(isOfRepository),
      installer.name,
    ],
    [],
  )
  const start = [...startCommands(chosen, layout), `${installer.run} dev`].join('\n')
  const values = {
    ...installer,
    ...layout.values,
    ...valuesOf(chosen),
    project: name,
    packed: source.packed,
    start,
  }
  return readTemplates([...new Set(folders)], layout, values, source)
}

/** Returns the files that parts add to an application. */
export function filesOfParts(
  added: readonly PartName[],
  { name, manifest, folder, repositoryPath, installer, source }: ExistingApplication,
): Map<string, string> {
  const layout = layoutOf(manifest['workspaces'] !== undefined, name, installer)
  const presentNames = [
    ...presentParts(folder, manifest),
    ...(layout.isMonorepo ? ['monorepo'] : []),
  ]
  const folders = foldersOf(withExamples(withRequired(added)), presentNames)
  const fw = repositoryPath === undefined ? {} : { fw: `${repositoryPath}/${layout.values['fw']}` }
  const all = [...added, ...presentNames]
  const values = {
    ...installer,
    ...layout.values,
    ...fw,
    ...valuesOf(all),
    project: name,
    packed: source.packed,
  }
  return readTemplates(folders, layout, values, source)
}

/** An application to which parts are added. */
interface ExistingApplication {
  readonly name: string
  readonly manifest: Manifest
  readonly folder: string
  /** The relative path to the folder of the workspace, if the application is in one. */
  readonly repositoryPath: string | undefined
  readonly installer: Installer
  readonly source: PackageSource
}

/** Returns the commands to run before the first start. */
export function startCommands(chosen: readonly string[], { app, values }: Layout): string[] {
  if (!chosen.includes('database')) return []
  return [
    `cp ${app}.env.example ${app}.env`,
    ...(chosen.includes('docker') && chosen.includes('postgres')
      ? ['docker compose up --detach db']
      : []),
    String(values['migrate']),
  ]
}

/** Returns the parts that an application already has. */
export function presentParts(folder: string, manifest: Manifest): PartName[] {
  const { dependencies } = manifest
  return parts.filter((name) => {
    const { marker } = partTable[name]
    const isInstalled = isObject(dependencies) && dependencies[marker] !== undefined
    return isInstalled || existsSync(join(folder, marker))
  })
}

/** Returns the values of placeholders that depend on the parts. */
function valuesOf(chosen: readonly string[]) {
  return {
    ...addressOf(chosen),
    ...databaseOf(chosen),
    ...(chosen.includes('auth') ? access : noAccess),
  }
}

/** The values of placeholders in examples with authentication. */
const access = {
  public: 'Public',
  principal: ', Principal',
  actingas: 'actingAs',
  caller: 'ada',
  request: 'actingAs(request, ada)',
  as: ', { as: ada }',
  bearer: ' -H "Authorization: Bearer $KEY"',
  authentication: '[Authentication](#authentication)',
  keylabel: 'API key',
  keyfield: 'key',
  credentials: "(key.value === '' ? {} : { authorization: `Bearer ${key.value}` })",
}

const noAccess = {
  ...Object.fromEntries(Object.keys(access).map((name) => [name, ''])),
  request: 'request',
}

/**
 * Returns the address of the application for examples. If there is a web page, this is the address of Vite, which
 * forwards requests to the application.
 */
function addressOf(chosen: readonly string[]): { host: string; home: string } {
  return chosen.includes('web')
    ? { host: 'localhost:5173', home: 'the page' }
    : { host: 'localhost:8080', home: 'the application' }
}

/** Returns the database setting for development and for containers. SQLite needs a volume for its file. */
function databaseOf(chosen: readonly string[]) {
  return chosen.includes('postgres')
    ? {
        dbms: 'PostgreSQL',
        url: 'postgres://postgres:postgres@127.0.0.1:5432/app',
        containerurl: 'postgres://postgres:postgres@db:5432/app',
        volume: '',
      }
    : {
        dbms: 'SQLite',
        url: 'sqlite:app.sqlite',
        containerurl: 'sqlite:/home/node/app.sqlite',
        volume: 'data:/home/node',
      }
}

/** Adds the example folders: `notes` for a web page, `hello` for a queue without a database. */
function withExamples(chosen: readonly PartName[]): string[] {
  return [
    ...(chosen.includes('web') ? ['notes'] : []),
    ...chosen,
    ...(chosen.includes('queue') && !chosen.includes('database') ? ['hello'] : []),
  ]
}
