import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  Application,
  Config,
  Container,
  Get,
  type HttpRequest,
  Kernel,
  type Middleware,
  type Next,
  Router,
  Stage,
  StaticFiles,
  Use,
} from 'fw'
import { Logger } from 'fw'
import { Silence } from '../adapters/contract/shop.ts'
import { currentLevel, pauseAt, withPermit } from './bookkeeping.ts'
import { Reading, ServedFile } from './reading.ts'
import { events, largeSize, respond } from './respond.ts'

@Stage('observe')
class Permits implements Middleware {
  static appliesTo(target: { route?: { path: string } }): boolean {
    return target.route?.path !== '/level'
  }

  handle(request: HttpRequest, next: Next) {
    return withPermit(async () => {
      await pauseAt('outer', request)
      return next()
    })
  }
}

/** Responds by itself if the client asks for it. */
class Inner implements Middleware {
  constructor(private readonly file: ServedFile) {}

  async handle(request: HttpRequest, next: Next) {
    await pauseAt('inner', request)
    if (request.header('x-by') === 'middleware') return respond(request, this.file.path)
    const reply = await next()
    await pauseAt('after', request)
    return reply
  }
}

class Others {
  @Get('/events')
  events(request: HttpRequest) {
    return events(request)
  }

  @Get('/quick')
  quick() {
    return 'quick'
  }

  @Get('/level')
  level() {
    return currentLevel()
  }
}

@Application()
@Use(Permits, Inner)
@StaticFiles('/files', 'public')
class Departures {}

/** Writes the file that is served to `root`. */
export function createKernel(root: string): Kernel {
  const path = join(root, 'public', 'large.txt')
  mkdirSync(join(root, 'public'), { recursive: true })
  writeFileSync(path, 'x'.repeat(largeSize))
  const container = new Container()
    .instance(Config, Config.of({}))
    .instance(Logger, new Silence())
    .instance(ServedFile, new ServedFile(path))
  const router = new Router().register(Departures).register(Reading).register(Others)
  return new Kernel(container.boot(), router, { root, maxBodyBytes: 10_000_000 })
}
