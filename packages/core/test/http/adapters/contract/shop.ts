import {
  Body,
  Compress,
  Config,
  Container,
  Cookies,
  Delete,
  Email,
  FileResponse,
  Get,
  HtmlResponse,
  HttpError,
  HttpRequest,
  type int,
  Kernel,
  Logger,
  MinLength,
  Patch,
  Post,
  Put,
  Query,
  RedirectResponse,
  Router,
  Sessions as KeepsSessions,
  Session as Visiting,
  SseEvent,
} from '@fw/core'
import { bodies } from './bodies.ts'

class Line {
  constructor(
    readonly sku: string,
    readonly quantity: int = 1,
  ) {}
}

class Order {
  constructor(
    @Email() readonly email: string,
    @MinLength(2) readonly city: string,
    readonly lines: Line[] = [],
    readonly note: string | null = null,
  ) {}
}

class Session {
  static ended = 0

  constructor(readonly request: Request) {}

  [Symbol.dispose](): void {
    Session.ended += 1
  }
}

/** Has every form of request and answer once; the same on every platform. */
class Shop {
  @Get('/hello')
  hello() {
    return { hello: 'wörld' }
  }

  @Get('/ip')
  ip(request: HttpRequest) {
    return { ip: request.ip ?? null }
  }

  @Compress()
  @Get('/compressed')
  compressed() {
    return { text: 'the same again and again, '.repeat(200) }
  }

  @Compress()
  @Get('/compressed-stream')
  async *compressedStream() {
    for (let count = 0; count < 3; count += 1) yield this.compressed()
  }

  @Get('/orders/{id}')
  show(id: string, @Query() limit: int = 10, @Query() tags: string[]) {
    return { id, limit, tags }
  }

  @Post('/orders', { status: 201 })
  @Put('/orders')
  @Patch('/orders')
  create(@Body() order: Order) {
    return order
  }

  @Post('/upload')
  @Put('/upload')
  async upload(document: File, more: File[], @Body() form: Record<string, unknown>) {
    const bytes = new Uint8Array(await document.arrayBuffer())
    const sum = bytes.reduce((total, byte) => (total + byte) % 65_536, 0)
    return {
      name: document.name,
      type: document.type,
      size: document.size,
      sum,
      more: more.map((file) => file.name),
      title: form['title'],
    }
  }

  @Get('/bytes')
  bytes() {
    return FileResponse.fromContents(
      Uint8Array.from({ length: 256 }, (_, index) => index),
      'application/octet-stream',
      200,
      'grüße.bin',
    )
  }

  @Get('/csv')
  csv() {
    return FileResponse.fromContents(new TextEncoder().encode('ä;b'), 'text/csv; charset=utf-8')
  }

  @Get('/cookies')
  cookies() {
    return HtmlResponse.create('<p>ü</p>')
      .withHeader('set-cookie', 'a=1; Path=/')
      .withHeader('set-cookie', 'b=2; HttpOnly')
      .withHeader('x-one', '1')
  }

  @Get('/response')
  response() {
    const headers = new Headers({ 'x-by': 'hand' })
    headers.append('set-cookie', 'c=3')
    headers.append('set-cookie', 'd=4')
    return new Response('by hand', { status: 202, headers })
  }

  @Get('/redirect')
  redirect() {
    return RedirectResponse.to('/hello')
  }

  @Post('/nothing')
  nothing(): void {}

  @Get('/teapot')
  teapot(): void {
    throw new HttpError(418, 'I am a teapot.')
  }

  @Get('/broken')
  broken(): void {
    throw new Error('broken')
  }

  @Get('/stream')
  stream() {
    return new ReadableStream({
      start(controller) {
        for (const text of ['one ', 'two ', 'three']) controller.enqueue(text)
        controller.close()
      },
    })
  }

  @Get('/events')
  async *events() {
    for (let count = 1; count <= 3; count += 1) {
      yield new SseEvent({ count }, { event: 'tick', id: String(count) })
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }

  @Get('/endless')
  async *endless() {
    for (let count = 0; ; count += 1) {
      yield count
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }

  @Post('/echo')
  async echo(request: Request) {
    const { method, url, headers } = request
    const { pathname, search } = new URL(url)
    return {
      method,
      pathname,
      search,
      header: headers.get('x-sent'),
      cookie: headers.get('cookie'),
      body: await request.text(),
    }
  }
}

/** Literals and placeholders at the same place of a path, each by its own method. */
class Shelves {
  @Get('/shelves/{shelf}')
  show(shelf: string) {
    return { shelf }
  }

  @Get('/shelves/top')
  top() {
    return 'top'
  }

  @Get('/shelves/größe')
  sizes() {
    return 'sizes'
  }

  @Delete('/shelves/{id}')
  remove(id: string) {
    return { removed: id }
  }

  @Get('/shelves/{shelf}/books/{book}')
  book(shelf: string, book: int) {
    return { shelf, book }
  }

  @Get('/shelves/top/{place}/last')
  last(place: string) {
    return { place }
  }

  @Get('/{document}/')
  document(document: string) {
    return { document }
  }
}

/** Routes of the shop that stream. */
class Warehouse {
  #left = 0
  #sent = {}

  @Post('/weigh')
  async weigh(request: Request) {
    let bytes = 0
    let sum = 0
    for await (const piece of request.body ?? []) {
      bytes += piece.length
      for (const byte of piece) sum = (sum + byte) % 65_536
    }
    return { bytes, sum }
  }

  @Get('/pallet')
  pallet(@Query() bytes: int) {
    return FileResponse.fromContents(new Uint8Array(bytes).fill(7), 'application/octet-stream')
  }

  @Get('/wait')
  async wait(request: HttpRequest): Promise<void> {
    const { signal } = request
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
    this.#left += 1
  }

  @Get('/silent')
  async *silent() {
    yield 'before'
    await new Promise((resolve) => setTimeout(resolve, 9000))
    yield 'after'
  }

  @Get('/slow')
  async slow() {
    await new Promise((resolve) => setTimeout(resolve, 400))
    return 'slow'
  }

  @Get('/told')
  told(request: HttpRequest) {
    request.onSent((sent) => {
      const { path, query, host, ip = null } = request
      this.#sent = { ...sent, agent: request.header('user-agent'), path, query, host, ip }
    })
    return { told: 'ü' }
  }

  @Get('/sent')
  sent() {
    return this.#sent
  }

  @Get('/left')
  left() {
    return { left: this.#left, errors: Silence.errors }
  }
}

class Sessions {
  constructor(private readonly session: Session) {}

  @Get('/session')
  session_() {
    return { path: new URL(this.session.request.url).pathname }
  }

  @Get('/session-stream')
  async *stream() {
    yield new URL(this.session.request.url).pathname
  }
}

class Visit {
  constructor(public count: int = 0) {}
}

@KeepsSessions(Visit)
class Visits {
  @Get('/visits')
  visits(session: Visiting<Visit>) {
    session.data.count += 1
    return session.data.count
  }

  @Get('/signed')
  signed(cookies: Cookies) {
    const count = Number(cookies.get('count', { signed: true }) ?? 0) + 1
    cookies.set('count', String(count), { signed: true })
    return count
  }
}

class Ended {
  @Get('/ended')
  ended() {
    return Session.ended
  }
}

export class Silence extends Logger {
  static errors = 0

  debug(): void {}
  info(): void {}
  warn(): void {}
  error(): void {
    Silence.errors += 1
  }
}

const keys = { FW_KEYS: 'the key that all platforms have in this test' }

export function createKernel(): Kernel {
  const container = new Container()
    .instance(Config, Config.of(keys))
    .instance(Logger, new Silence())
  const router = new Router()
  for (const type of [Shop, Shelves, Warehouse, Visits, Sessions, Ended, ...bodies])
    router.register(type)
  return new Kernel(container.boot(), router, { maxBodyBytes: 4_000_000 })
}
