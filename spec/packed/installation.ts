import { execFile } from 'node:child_process'
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { obtain } from '../../packages/core/test/support/obtain.ts'
import { repositoryRoot } from '../repository.ts'

const run = promisify(execFile)

/**
 * Releases of Node other than the one that runs the tests: the oldest supported one, and one
 * between.
 */
const releases = { '22.18.0': 'node22', '24.21.0': 'node24' }

/** The packed packages in a separate folder, with an application and Nodes to run it. */
export class Installation {
  readonly root = mkdtempSync(join(tmpdir(), 'fw-installed-'))
  readonly application = join(this.root, 'application')
  readonly nodes: readonly (readonly [version: string, program: string])[] = [
    ...Object.entries(releases).map(
      ([version, name]) =>
        [version, join(this.root, 'nodes/node_modules', name, 'bin/node')] as const,
    ),
    [process.versions.node, process.execPath],
  ]

  /** Why nothing could be installed, where a machine reaches no registry and its cache lacks something. */
  missing: string | undefined

  async install(): Promise<void> {
    const packed = await obtain('packed')
    cpSync(join(import.meta.dirname, 'application'), this.application, { recursive: true })
    const tarball = (name: string) => `file:${join(packed, `${name}-0.1.0.tgz`)}`
    this.#write('application', {
      name: 'orders',
      version: '1.2.3',
      dependencies: {
        '@fw/core': tarball('fw-core'),
        '@fw/query': tarball('fw-query'),
        '@fw/queue': tarball('fw-queue'),
      },
      devDependencies: {
        '@fw/transform': tarball('fw-transform'),
        vite: versionOf('vite'),
        vitest: versionOf('vitest'),
      },
    })
    const { platform, arch } = process
    this.#write('nodes', {
      dependencies: Object.fromEntries(
        Object.entries(releases).map(([version, name]) => [
          name,
          `npm:node-${platform === 'win32' ? 'win' : platform}-${arch}@${version}`,
        ]),
      ),
    })
    const isOnline = await reachesRegistry()
    try {
      for (const folder of ['application', 'nodes']) {
        await this.npm(folder, 'install', ...(isOnline ? [] : ['--offline']))
      }
    } catch (error) {
      if (isOnline || process.env['CI'] === 'true') throw error
      this.missing = 'no package registry. Let npm reach one, or run this once where it does.'
    }
  }

  /** Deletes what only development needs. */
  async prune(): Promise<void> {
    if (this.missing !== undefined) return
    await this.npm('application', 'prune', '--omit=dev')
  }

  async npm(folder: string, ...words: string[]): Promise<void> {
    const quiet = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error']
    await run('npm', [...words, ...quiet], { cwd: join(this.root, folder) })
  }

  /** The names of the installed packages. */
  packages(): string[] {
    const found = globSync('node_modules/{*,@*/*}/package.json', { cwd: this.application })
    return found.map((path) => path.split('/').slice(1, -1).join('/')).toSorted()
  }

  /** The size of the framework and its dependencies, in bytes, without the other packages. */
  size(folder = 'node_modules'): number {
    const files = globSync(`${folder}/**/*`, { cwd: this.application, withFileTypes: true })
    const others = /[\\/]@fw[\\/](?!core(?:[\\/]|$))/
    return files
      .filter((file) => file.isFile() && !others.test(file.parentPath))
      .reduce((sum, file) => sum + readFileSync(join(file.parentPath, file.name)).length, 0)
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true })
  }

  #write(folder: string, manifest: object): void {
    mkdirSync(join(this.root, folder), { recursive: true })
    const text = JSON.stringify({ private: true, type: 'module', ...manifest })
    writeFileSync(join(this.root, folder, 'package.json'), text)
  }
}

/** A registry that knows no ping is one, too. */
async function reachesRegistry(): Promise<boolean> {
  const ping = run('npm', ['ping', '--fetch-retries=0', '--fetch-timeout=20000'])
  return ping.then(
    () => true,
    ({ stderr }: { stderr: string }) =>
      !/EAI_AGAIN|ENOTFOUND|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT/.test(
        stderr,
      ),
  )
}

function versionOf(name: string): string {
  const { devDependencies } = JSON.parse(
    readFileSync(join(repositoryRoot, 'package.json'), 'utf8'),
  ) as { devDependencies: Record<string, string> }
  return devDependencies[name] ?? ''
}
