import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  cpSync,
  globSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The reason why no container can be built on this machine; undefined if one can. */
export const missingBuildah: string | undefined =
  spawnSync('buildah', ['--version']).status === 0
    ? undefined
    : 'no buildah. Install it (apt-get install buildah).'

/** Images in a folder, built and run without a daemon and without a registry of images. */
export class Containers {
  readonly #folder: string
  readonly #options: readonly string[]

  constructor(folder: string) {
    this.#folder = folder
    this.#options = ['--storage-driver=vfs', `--root=${folder}/store`, `--runroot=${folder}/run`]
  }

  /** Makes the image that a Dockerfile begins with, out of the Node, the npm and the shell of this machine. Its npm asks the registry. */
  async provide(image: string, registry: string): Promise<void> {
    const context = join(this.#folder, 'base')
    const root = join(context, 'root')
    const modules = join(root, 'usr/local/lib/node_modules')
    for (const place of ['etc', 'usr/local/bin', 'usr/local/etc'])
      mkdirSync(join(root, place), { recursive: true })
    for (const place of ['tmp', 'var/tmp']) {
      mkdirSync(join(root, place), { recursive: true })
      chmodSync(join(root, place), 0o1777)
    }
    await copyProgram(process.execPath, root, '/usr/local/bin/node')
    for (const program of ['/bin/sh', '/usr/bin/env']) await copyProgram(program, root, program)
    for (const library of globSync('/lib/*/librt.so.*')) await copyProgram(library, root, library)
    // By it npm and packages see which C library the machine has.
    copyFileSync('/usr/bin/ldd', join(root, 'usr/bin/ldd'))
    const { stdout } = await run('npm', ['root', '--global'])
    cpSync(join(stdout.trim(), 'npm'), join(modules, 'npm'), { recursive: true })
    for (const name of ['npm', 'npx']) {
      symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(root, 'usr/local/bin', name))
    }
    writeFileSync(
      join(root, 'etc/passwd'),
      'root:x:0:0::/root:/bin/sh\nnode:x:1000:1000::/tmp:/bin/sh\n',
    )
    writeFileSync(join(root, 'etc/group'), 'root:x:0:\nnode:x:1000:\n')
    writeFileSync(join(root, 'usr/local/etc/npmrc'), `registry=${registry}\n`)
    const path = 'PATH=/usr/local/bin:/usr/bin:/bin'
    writeFileSync(join(context, 'Dockerfile'), `FROM scratch\nCOPY root /\nENV ${path}\n`)
    await this.build(context, image)
  }

  /** Builds the Dockerfile of a folder. */
  async build(folder: string, image: string): Promise<void> {
    const words = ['--isolation=chroot', '--network=host', '--pull-never', `--tag=${image}`]
    await this.#buildah('bud', ...words, folder)
  }

  /** The files that a build in a folder can copy. */
  async contextOf(folder: string): Promise<string[]> {
    const [dockerfile, output] = [join(this.#folder, 'Context'), join(this.#folder, 'context')]
    writeFileSync(dockerfile, 'FROM scratch\nCOPY . /\n')
    await this.#buildah('bud', `--file=${dockerfile}`, `--output=${output}`, folder)
    return readdirSync(output, { recursive: true, encoding: 'utf8' })
  }

  /** Runs the command of an image, unless there is another. */
  async start(
    image: string,
    settings: NodeJS.ProcessEnv,
    command?: readonly string[],
  ): Promise<ChildProcess> {
    const container = await this.#buildah('from', '--pull-never', image)
    const [{ Docker }] = [JSON.parse(await this.#buildah('inspect', container))]
    const given = Object.entries(settings).map(([key, value]) => `--env=${key}=${value}`)
    const words = ['run', '--isolation=chroot', '--network=host', ...given, container, '--']
    return spawn('buildah', [...this.#options, ...words, ...(command ?? Docker.config.Cmd)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
  }

  async #buildah(command: string, ...words: string[]): Promise<string> {
    try {
      const { stdout } = await run('buildah', [...this.#options, command, ...words])
      return stdout.trim()
    } catch (error) {
      const { stdout, stderr } = error as { stdout: string; stderr: string }
      throw new Error(`buildah ${command} has failed:\n${stdout}\n${stderr}`, { cause: error })
    }
  }
}

/** Copies a program and the libraries that it is linked with. */
async function copyProgram(program: string, root: string, target: string): Promise<void> {
  const { stdout } = await run('ldd', [program])
  const libraries = stdout.match(/\/\S+/g) ?? []
  for (const [from, to] of [[program, target], ...libraries.map((file) => [file, file])]) {
    mkdirSync(dirname(join(root, to as string)), { recursive: true })
    copyFileSync(realpathSync(from as string), join(root, to as string))
  }
}
