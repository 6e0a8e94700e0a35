import {
  Application,
  Body,
  BodyLimit,
  Clock,
  Conditional,
  Config,
  Container,
  Cors,
  Get,
  HttpRequest,
  type int,
  Kernel,
  Logger,
  Post,
  RateLimit,
  Router,
  SecurityHeaders,
  Session,
  Sessions,
  StaticFiles,
  Timeout,
} from '@fw/core'
import { MemorySessions, SessionStore } from '@fw/core/web'
import { createKernel, Silence } from './shop.ts'

class Visit {
  constructor(public count: int = 0) {}
}

const marks = [
  Application(),
  Cors({ origins: 'https://partner.example', credentials: true }),
  SecurityHeaders(),
  Conditional('no-cache'),
  Sessions(Visit),
]

/** The part of the site for platforms without files. */
class Site {}
for (const mark of marks) mark(Site)

class SiteWithFiles {}
for (const mark of [...marks, StaticFiles('/site/files', 'public')]) mark(SiteWithFiles)

/** Has every setting once; the same on every platform. */
class Pages {
  static aborted = 0

  @Get('/site/hello')
  hello() {
    return { hello: 'wörld' }
  }

  @BodyLimit('16B')
  @Post('/site/small')
  small(@Body() text: string) {
    return text.length
  }

  @BodyLimit('16B')
  @Post('/site/small-stream')
  async smallStream(request: Request) {
    return (await request.text()).length
  }

  @Timeout('50ms')
  @Get('/site/slow')
  slow(signal: AbortSignal) {
    const { promise, resolve } = Promise.withResolvers<string>()
    signal.addEventListener('abort', () => {
      Pages.aborted += 1
      resolve('late')
    })
    return promise
  }

  @Get('/site/aborted')
  aborted() {
    return Pages.aborted
  }

  @RateLimit(2, '1h', { by: (request) => request.header('x-key') ?? '' })
  @Get('/site/counted')
  counted() {
    return 'counted'
  }

  @Post('/site/visits')
  visit(session: Session<Visit>) {
    session.data.count += 1
    return session.data.count
  }

  @Get('/site/client')
  client(request: HttpRequest) {
    const { ip, secure } = request
    return { ip: ip ?? null, secure }
  }
}

/** `root` has a folder `public`; without one there are no static files. Throws where the platform cannot serve them. */
export function createSite(root?: string): Kernel {
  const config = { FW_TRUSTED_PROXIES: 'loopback', FW_REQUEST_ID: 'true' }
  const container = new Container()
    .instance(Config, Config.of(config))
    .instance(Logger, new Silence())
    .instance(Clock, new Clock())
    .instance(SessionStore, new MemorySessions())
  const router = new Router().register(root === undefined ? Site : SiteWithFiles).register(Pages)
  return new Kernel(container.boot(), router, root === undefined ? {} : { root })
}

/** The shop, and below `/site` the site. */
export function createFetch(site: Kernel): Kernel['fetch'] {
  const shop = createKernel()
  return (request, info) => {
    const { pathname } = new URL(request.url)
    return (pathname.startsWith('/site/') ? site : shop).fetch(request, info)
  }
}
