import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { HttpError } from '../../../http/message/http-error.ts'
import type { DescribeApplication } from '../describe-application.ts'
import { interactivePage, startScript } from './interactive-page.ts'
import { pageStyle } from './page-shell.ts'
import { listScript, plainPage } from './plain-page.ts'
import { plainStyle } from './plain-style.ts'
import { publishFile, type PublishedFile } from './published-file.ts'
import { toYaml } from '../to-yaml.ts'

/** The content security policy: all files of the page come from the application, and inline scripts do not run. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Returns the page: Swagger UI if the package swagger-ui-dist is installed, otherwise a page that needs no package. */
export async function publishPage(
  describe: DescribeApplication,
  root: string,
): Promise<PublishedFile> {
  const { document } = await describe()
  const page = findSwaggerUi('package.json', root) ? interactivePage(document) : plainPage(document)
  const headers = ['content-security-policy', policy, 'referrer-policy', 'no-referrer']
  return publishFile('text/html; charset=utf-8', page, headers)
}

const builtInFiles: Readonly<Record<string, string>> = {
  'start.js': startScript,
  'list.js': listScript,
  'page.css': pageStyle + plainStyle,
}

/** Returns the document as YAML, which the page links to. */
export async function publishYaml(describe: DescribeApplication): Promise<PublishedFile> {
  return publishFile('application/yaml', toYaml((await describe()).document))
}

/** Returns a script or style sheet that the page loads. */
export async function publishPageFile(name: string, root: string): Promise<PublishedFile> {
  const type = `${name.endsWith('.css') ? 'text/css' : 'text/javascript'}; charset=utf-8`
  const builtIn = builtInFiles[name]
  if (builtIn !== undefined) return publishFile(type, builtIn)
  const file = findSwaggerUi(name, root)
  if (!file)
    throw new HttpError(404, `${name} is a file of swagger-ui-dist, which is not installed.`)
  return publishFile(type, await readFile(file))
}

/** Finds a file in the swagger-ui-dist of the application, or else in the one installed next to this package. */
function findSwaggerUi(name: string, root: string): string | undefined {
  for (const from of [join(root, 'package.json'), import.meta.url]) {
    try {
      return createRequire(from).resolve(`swagger-ui-dist/${name}`)
    } catch {
      // The package is not installed there.
    }
  }
  return undefined
}
