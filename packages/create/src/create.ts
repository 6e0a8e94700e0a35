import { basename, relative, resolve } from 'node:path'
import { findInstaller, type Installer } from './installers.ts'
import { askQuestions, type Answers } from './questions.ts'
import { ProgramFailed } from './errors.ts'
import { ProjectFolder } from './project-folder.ts'
import { runProgram, isInRepository } from './programs.ts'
import { foldersOf, readTemplates, type TemplateName } from './templates.ts'
import type { CreateWords } from './words.ts'

/**
 * Writes a new project, initializes a Git repository and installs its packages. After an
 * interruption, the files are removed.
 */
export async function createProject(
  words: CreateWords,
  from: string,
  signal: AbortSignal,
): Promise<void> {
  const { folder, template, install } = await chooseAnswers(words, signal)
  const project = new ProjectFolder(resolve(from, folder))
  const installer = findInstaller(words.pm, project.path)
  const say = words.json ? console.error : console.log
  say(describeChoices({ ...words, folder, template, install }, installer))
  const { texts, manifest } = readTemplates(
    foldersFor(template, words, installer.name),
    toPackageName(project.path),
    installer,
  )
  try {
    const all = new Map([['package.json', toJson(manifest)], ...texts])
    const files = await project.write(all, signal)
    const isInside = words.git && isInRepository(project.path)
    if (isInside === undefined) say('Git is not installed, so no repository was created')
    if (words.git && isInside === false) {
      await runProgram('git init --quiet --initial-branch=main', project.path, signal)
    }
    if (install) await runProgram(installer.install, project.path, signal)
    const commands = nextCommands(relative(from, project.path), { template, install }, installer)
    if (words.json) {
      console.log(toJson({ folder: project.path, template, pm: installer.name, files, commands }))
    } else {
      say(`Wrote ${files.length} files to ${project.path}. Next:\n\n  ${commands.join('\n  ')}`)
    }
  } catch (error) {
    if (!(error instanceof ProgramFailed)) project.remove()
    throw error
  }
}

async function chooseAnswers(words: CreateWords, signal: AbortSignal): Promise<Answers> {
  const defaults = { folder: 'fw-app', template: 'api', install: true } as const
  if (words.mayAsk && process.stdin.isTTY && process.stdout.isTTY) {
    return askQuestions(words.folder, defaults, signal)
  }
  const { folder = defaults.folder, template = defaults.template, install } = words
  return { folder, template, install }
}

/** Formats the choices as the flags that make them. */
function describeChoices(choices: CreateWords & Answers, { name }: Installer): string {
  const without = (['install', 'git', 'docker', 'ci'] as const).filter((key) => !choices[key])
  const flags = [
    `--template ${choices.template}`,
    `--pm ${name}`,
    ...without.map((key) => `--no-${key}`),
  ]
  return `create-fw ${quoted(choices.folder)} ${flags.join(' ')}`
}

function foldersFor(template: TemplateName, { docker, ci }: CreateWords, name: string): string[] {
  const shape = template === 'postgres' || template === 'monorepo' ? template : undefined
  const base = shape === 'monorepo' ? [] : ['base']
  const optional = [...(docker ? ['docker'] : []), ...(ci ? ['ci'] : [])]
  return [...base, template, ...foldersOf(['lint', 'agents', ...optional, name], shape)]
}

/** Returns a name that npm accepts, and that differs from the installed packages. */
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

function nextCommands(
  folder: string,
  { template, install }: Omit<Answers, 'folder'>,
  installer: Installer,
): string[] {
  return [
    ...(folder === '' ? [] : [`cd ${quoted(folder)}`]),
    ...(install ? [] : [installer.install]),
    ...(template === 'postgres' ? ['cp .env.example .env', 'docker compose up --detach db'] : []),
    ...(template === 'postgres' ? [`${installer.run} migrate`] : []),
    `${installer.run} dev`,
  ]
}

/** Quotes a folder, so that a shell reads it as one word. */
function quoted(folder: string): string {
  return /^[\w./-]+$/.test(folder) ? folder : JSON.stringify(folder)
}

function toJson(value: unknown): string {
  return JSON.stringify(value, null, 2) + '\n'
}
