import { basename, relative, resolve } from 'node:path'
import { findInstaller, type Installer } from './installers.ts'
import { askQuestions, type Selection } from './questions.ts'
import { ProgramFailed } from './errors.ts'
import { layoutOf } from './layout.ts'
import { toJson } from './manifest.ts'
import { PackedPackages, sourceFrom } from './package-source.ts'
import { presets, withRequired, type PartName } from './parts.ts'
import { filesOfProject, startCommands } from './project.ts'
import { ProjectFolder } from './project-folder.ts'
import { isInRepository, nodeOfNpm, runProgram } from './programs.ts'
import type { CreateOptions } from './arguments.ts'

/**
 * Writes a new project, initializes a Git repository and installs packages. Removes the files if it is interrupted or
 * fails, but keeps them if a program such as npm fails.
 */
export async function createProject(
  options: CreateOptions,
  workingFolder: string,
  signal: AbortSignal,
): Promise<void> {
  const source = sourceFrom(options.packages && resolve(workingFolder, options.packages))
  const choices = { ...options, ...(await selectOptions(options, signal)) }
  const project = new ProjectFolder(resolve(workingFolder, choices.folder))
  const installer = findInstaller(options.pm, project.path)
  const log = options.json ? console.error : console.log
  log(describeChoices(choices, installer))
  const parts = partsOf(choices)
  const templateFiles = filesOfProject({
    name: toPackageName(project.path),
    parts,
    isMonorepo: choices.template === 'monorepo',
    installer,
    source,
  })
  try {
    const contents =
      source instanceof PackedPackages ? source.addTo(templateFiles, installer.name) : templateFiles
    const files = await project.write(contents, signal)
    const isInGit = options.git && isInRepository(project.path)
    if (isInGit === undefined) log('Git is not installed, so no repository was created')
    if (options.git && isInGit === false) {
      await runProgram('git init --quiet --initial-branch=main', project.path, signal)
    }
    if (choices.install) await runProgram(installer.install, project.path, signal)
    const commands = nextCommands(shorterPath(workingFolder, project.path), choices, installer)
    if (options.json) {
      const { template } = choices
      const summary = { folder: project.path, template, parts, pm: installer.name, files, commands }
      console.log(toJson(summary).trimEnd())
    } else {
      log(`Wrote ${files.length} files to ${project.path}. Next:\n\n  ${commands.join('\n  ')}`)
    }
    warnOfOldNode(nodeOfNpm())
  } catch (error) {
    if (!(error instanceof ProgramFailed)) project.remove()
    throw error
  }
}

type Choices = CreateOptions & Selection

async function selectOptions(options: CreateOptions, signal: AbortSignal): Promise<Selection> {
  const { folder = 'fw-app', template = 'api', parts, install } = options
  if (options.mayAsk && process.stdin.isTTY && process.stdout.isTTY) {
    return askQuestions(options.folder, folder, signal)
  }
  return { folder, template, parts, install }
}

/** Formats the choices as command-line flags. */
function describeChoices(choices: Choices, { name }: Installer): string {
  const preset: readonly string[] = presets[choices.template]
  const disabled = (['install', 'git', 'docker', 'ci'] as const).filter((key) => !choices[key])
  const flags = [
    `--template ${choices.template}`,
    ...choices.parts.filter((part) => !preset.includes(part)).map((part) => `--${part}`),
    `--pm ${name}`,
    ...disabled.map((key) => `--no-${key}`),
    ...(choices.packages === undefined ? [] : [`--packages ${quoted(choices.packages)}`]),
  ]
  return `@fw/create ${quoted(choices.folder)} ${flags.join(' ')}`
}

function partsOf({ template, parts, docker, ci }: Choices): PartName[] {
  const chosen = [...presets[template], ...parts, 'lint', 'agents'] as const
  return withRequired([
    ...chosen,
    ...(docker ? ['docker' as const] : []),
    ...(ci ? ['ci' as const] : []),
  ])
}

/**
 * Converts a folder name to a package name that npm accepts, and that differs from the installed packages and commands.
 */
function toPackageName(folder: string): string {
  const name = basename(folder)
    .toLowerCase()
    .replaceAll(/[^a-z\d.-]+/g, '-')
    .replaceAll(/^[.-]+|[.-]+$/g, '')
    .slice(0, 200)
  return /^(|fw|pg|node_modules|favicon\.ico|oxlint|typescript|vite|vitest)$/.test(name)
    ? `${name || 'fw'}-app`
    : name
}

function nextCommands(folder: string, choices: Choices, installer: Installer): string[] {
  const layout = layoutOf(choices.template === 'monorepo', '', installer)
  return [
    ...(folder === '' ? [] : [`cd ${quoted(folder)}`]),
    ...(choices.install ? [] : [installer.install]),
    ...startCommands(partsOf(choices), layout),
    `${installer.run} dev`,
  ]
}

/** Returns the path relative to the current folder, or the absolute path if it is shorter. */
function shorterPath(workingFolder: string, path: string): string {
  const relativePath = relative(workingFolder, path)
  return relativePath.length < path.length ? relativePath : path
}

function warnOfOldNode(version = process.versions.node): void {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > 22 || (major === 22 && minor >= 18)) return
  console.error(
    `\nThe project needs Node 22.18 or later. This shell has Node ${version}. ` +
      'Install a newer one from https://nodejs.org, or run "nvm install --lts".',
  )
}

/** Quotes a folder name for a shell. */
function quoted(folder: string): string {
  return /^[\w./-]+$/.test(folder) ? folder : JSON.stringify(folder)
}
