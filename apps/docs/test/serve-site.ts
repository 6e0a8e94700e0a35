import { execFile } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, posix } from 'node:path'
import { promisify } from 'node:util'
import { repositoryRoot } from '../../../spec/repository.ts'

/** Builds the site of the documentation in a folder, as `npm run docs` does. */
export async function buildSite(folder: string): Promise<void> {
  const build = join(repositoryRoot, 'apps/docs/build.ts')
  await promisify(execFile)(process.execPath, [build, folder], { cwd: repositoryRoot })
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
}

/** Serves a folder as hosts of static sites do. */
export async function serveSite(
  folder: string,
): Promise<{ readonly address: string; close(): void }> {
  const server = createServer(({ url = '' }, response) => {
    const file = fileAt(folder, new URL(url, 'http://site').pathname)
    if (file === undefined) return void response.writeHead(404).end()
    response.setHeader('content-type', types[posix.extname(file)] ?? 'application/octet-stream')
    response.end(readFileSync(join(folder, file)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { address: `http://127.0.0.1:${port}`, close: () => void server.close() }
}

/** The file of a path, relative to the folder. */
export function fileAt(folder: string, pathname: string): string | undefined {
  const path = decodeURIComponent(pathname).slice(1)
  return [path, `${path}.html`, posix.join(path, 'index.html')].find((file) => {
    return existsSync(join(folder, file)) && statSync(join(folder, file)).isFile()
  })
}
