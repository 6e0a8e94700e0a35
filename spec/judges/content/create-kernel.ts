import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Application, Config, Container, Kernel, Logger, Router, StaticFiles } from 'fw'
import { CompressionRoutes, long } from '../compression/routes.ts'
import { ConditionalRoutes } from '../conditional/routes.ts'
import { MultipartRoutes } from '../multipart/routes.ts'
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
class Content {}

/** Makes the application that all tables of content are checked against. Writes its files to `root`. */
export function createKernel(root: string): Kernel {
  writeFiles(join(root, 'public'))
  const container = new Container()
    .instance(Config, Config.of({}))
    .instance(Logger, new Silence())
    .instance(ServedFolder, new ServedFolder(join(root, 'public')))
  const router = new Router().register(Content)
  for (const controller of [
    CompressionRoutes,
    ConditionalRoutes,
    MultipartRoutes,
    RangeRoutes,
    UrlencodedRoutes,
  ])
    router.register(controller)
  return new Kernel(container.boot(), router, { root })
}

const files = { 'letters.txt': 'abcdefghijklmnopqrstuvwxyz', 'empty.txt': '', 'long.txt': long }

function writeFiles(folder: string): void {
  mkdirSync(folder, { recursive: true })
  for (const [name, contents] of Object.entries(files)) {
    const path = join(folder, name)
    writeFileSync(path, contents)
    const modified = new Date('2024-02-03T04:05:06Z')
    utimesSync(path, modified, modified)
  }
}
