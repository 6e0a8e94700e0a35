import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import {
  Application,
  Config,
  Container,
  Kernel,
  Logger,
  Messages,
  Router,
  StaticFiles,
} from '@fw/core'
import { CompressionRoutes, long } from '../compression/routes.ts'
import { ConditionalRoutes } from '../conditional/routes.ts'
import { CookieRoutes } from '../cookies/routes.ts'
import { CorsRoutes } from '../cors/routes.ts'
import { MultipartRoutes } from '../multipart/routes.ts'
import { Languages, NegotiationRoutes } from '../negotiation/routes.ts'
import { RangeRoutes } from '../ranges/routes.ts'
import { UrlencodedRoutes } from '../urlencoded/routes.ts'
import { ServedFolder } from './served-folder.ts'

class Silence extends Logger {
  debug(): void {}
  info(): void {}
  warn(): void {}
  error(): void {}
}

@Application()
@StaticFiles('/files', 'public')
@StaticFiles('/pages', 'public/pages', { fallback: 'index.html', precompressed: true })
class Content {}

/** Makes the application that all tables of content are checked against. Writes its files to `root`. */
export function createKernel(root: string): Kernel {
  writeFiles(join(root, 'public'))
  const container = new Container()
    .instance(Config, Config.of({}))
    .instance(Logger, new Silence())
    .instance(Messages, new Languages())
    .instance(ServedFolder, new ServedFolder(join(root, 'public')))
  const router = new Router().register(Content)
  for (const controller of [
    CompressionRoutes,
    ConditionalRoutes,
    CookieRoutes,
    CorsRoutes,
    MultipartRoutes,
    NegotiationRoutes,
    RangeRoutes,
    UrlencodedRoutes,
  ])
    router.register(controller)
  return new Kernel(container.boot(), router, { root })
}

const script = 'script()'

const files = {
  'letters.txt': 'abcdefghijklmnopqrstuvwxyz',
  'empty.txt': '',
  'long.txt': long,
  'pages/index.html': '<h1>Page</h1>',
  'pages/script.js': script,
  'pages/script.js.gz': gzipSync(script),
  'pages/script.js.zst': zstdCompressSync(script),
}

function writeFiles(folder: string): void {
  for (const [name, contents] of Object.entries(files)) {
    const path = join(folder, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, contents)
    const modified = new Date('2024-02-03T04:05:06Z')
    utimesSync(path, modified, modified)
  }
}
