import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

export const installers = ['npm', 'pnpm', 'yarn', 'bun'] as const

export type InstallerName = (typeof installers)[number]

/** The commands of a package manager, as they are written into the files of a project. */
export interface Installer {
  readonly name: InstallerName
  readonly install: string
  /** The command that installs the versions in the lock file. */
  readonly ci: string
  /** The prefix for running a script. */
  readonly run: string
  /** The prefix for running the program of a package. */
  readonly exec: string
  /** The command that removes development dependencies. */
  readonly prune: string
  /** The files that an installation reads, listed in the Dockerfile so that the layer is cached. */
  readonly manifests: string
  /** The command that installs the package manager on a machine that only has Node. */
  readonly setup: string
}

/**
 * Returns the package manager with that name, or else the one of the lock file in the folder, or else the one that runs
 * this program, or else npm.
 */
export function findInstaller(name: InstallerName | undefined, folder: string): Installer {
  const [running = '', version = ''] = agentOf(process.env)
  const found =
    name ??
    installers.find((installer) =>
      locks[installer].some((file) => existsSync(join(folder, file))),
    ) ??
    installers.find((installer) => installer === running) ??
    'npm'
  if (found !== 'yarn') return installersByName[found]
  const release = running === 'yarn' ? version : yarnRelease()
  return release.startsWith('1.') ? classicYarn : installersByName.yarn
}

/** Returns name and version from a string such as `npm/11.19.1 node/v26.10.0 …`. */
function agentOf(environment: NodeJS.ProcessEnv): string[] {
  return environment['npm_config_user_agent']?.split(' ')[0]?.split('/') ?? []
}

function yarnRelease(): string {
  return spawnSync('yarn', ['--version'], { encoding: 'utf8' }).stdout ?? ''
}

const locks: Readonly<Record<InstallerName, readonly string[]>> = {
  npm: ['package-lock.json'],
  pnpm: ['pnpm-lock.yaml'],
  yarn: ['yarn.lock'],
  bun: ['bun.lock', 'bun.lockb'],
}

const installersByName: Readonly<Record<InstallerName, Installer>> = {
  npm: {
    name: 'npm',
    install: 'npm install',
    ci: 'npm ci',
    run: 'npm run',
    exec: 'npx',
    prune: 'npm prune --omit=dev',
    manifests: 'package*.json',
    setup: '',
  },
  pnpm: {
    name: 'pnpm',
    install: 'pnpm install',
    ci: 'pnpm install --frozen-lockfile',
    run: 'pnpm',
    exec: 'pnpm exec',
    prune: 'CI=true pnpm prune --prod',
    manifests: 'package.json pnpm-*.yaml',
    setup: 'npm install --global pnpm@11',
  },
  yarn: {
    name: 'yarn',
    install: 'yarn install',
    ci: 'yarn install --immutable',
    // In Yarn 1, `yarn check` is a built-in command, so it would not run the script.
    run: 'yarn run',
    exec: 'yarn',
    prune: 'yarn workspaces focus --all --production',
    manifests: 'package.json yarn.lock .yarnrc.yml',
    setup: 'npm install --global @yarnpkg/cli-dist@4',
  },
  bun: {
    name: 'bun',
    install: 'bun install',
    ci: 'bun install --frozen-lockfile',
    run: 'bun run',
    exec: 'bunx',
    prune: 'rm -rf node_modules && bun install --production --frozen-lockfile',
    manifests: 'package.json bun.lock',
    setup: 'npm install --global bun@1',
  },
}

const classicYarn: Installer = {
  ...installersByName.yarn,
  ci: 'yarn install --frozen-lockfile',
  prune: 'yarn install --frozen-lockfile --production',
  manifests: 'package.json yarn.lock',
  setup: 'npm install --global yarn@1',
}
