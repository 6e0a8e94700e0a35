import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  Application,
  Compress,
  Config,
  Container,
  Get,
  HttpError,
  type HttpRequest,
  Kernel,
  type Middleware,
  type Next,
  Reply,
  Router,
  Stage,
  StaticFiles,
  Use,
} from '@fw/core'
import { Logger } from '@fw/core'
import { Silence } from '../adapters/contract/shop.ts'
import { currentLevel, pauseAt, withPermit } from './bookkeeping.ts'
import { Reading, ServedFile } from './reading.ts'
import type { Layer } from './visit.ts'
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

/** Does what the layers of the visit do. */
class Layers implements Middleware {
  handle(request: HttpRequest, next: Next) {
    const layers = (request.header('x-layers')?.split(',') ?? []) as Layer[]
    return layers.reduceRight<() => Promise<Reply>>(
      (inner, layer) => () => passLayer(layer, request, inner),
      async () => next(),
    )()
  }
}

async function passLayer(
  layer: Layer,
  request: HttpRequest,
  inner: () => Promise<Reply>,
): Promise<Reply> {
  if (layer === 'read') await request.bytes()
  const reply = await inner()
  if (layer === 'refuse') throw new HttpError(409, 'Refused on purpose.')
  return layer === 'replace' ? Reply.text('replaced') : reply
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
  level(request: HttpRequest) {
    return currentLevel(request.query === 'collect')
  }
}

@Application()
@Use(Permits, Inner, Layers)
@Compress()
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
