import {
  Body,
  Get,
  HttpError,
  HttpRequest,
  Post,
  Prefix,
  Timeout,
  Use,
  type Middleware,
  type Next,
} from '@fw/core'

/** The requests that wait in front of their body, and what became of the others. */
class Waiting {
  static readonly all = new Set<() => void>()
  static outcomes: string[] = []
}

/**
 * Holds a request before its method until the test releases it, like a pool without a free
 * connection.
 */
class Wait implements Middleware {
  async handle(_request: HttpRequest, next: Next) {
    await new Promise<void>((resolve) => Waiting.all.add(resolve))
    try {
      const reply = await next()
      Waiting.outcomes.push('read')
      return reply
    } catch (error) {
      Waiting.outcomes.push(String(error))
      throw error
    }
  }
}

/** Every way to read a body. */
abstract class Reads {
  @Post('/json')
  json(@Body() value: unknown) {
    return value
  }

  @Post('/files')
  files(document: File) {
    return document.size
  }

  @Post('/bytes')
  async bytes(request: HttpRequest) {
    return (await request.bytes()).length
  }

  @Post('/text')
  async text(request: Request) {
    return (await request.text()).length
  }

  @Post('/stream')
  async stream(request: Request) {
    let size = 0
    for await (const chunk of request.body ?? []) size += chunk.length
    return size
  }
}

/** Reads behind something that takes a while. */
@Use(Wait)
@Prefix('/late')
class Late extends Reads {}

class Tellers {
  @Get('/late')
  state() {
    return { waiting: Waiting.all.size, outcomes: Waiting.outcomes }
  }

  @Post('/late/go')
  go(): void {
    Waiting.outcomes = []
    for (const resolve of Waiting.all) resolve()
    Waiting.all.clear()
  }
}

/** Every way to leave a body before its end. */
class Early {
  @Post('/early/unread')
  unread() {
    return 'unread'
  }

  @Post('/early/cancel')
  async cancel(request: Request) {
    await request.body?.cancel()
    return 'cancel'
  }

  @Post('/early/break')
  async break(request: Request) {
    for await (const chunk of request.body ?? []) return chunk.length > 0 && 'break'
    return 'empty'
  }

  @Post('/early/throw')
  async throw(request: Request): Promise<void> {
    for await (const chunk of request.body ?? []) throw new HttpError(418, `${chunk.length > 0}`)
  }

  @Post('/early/pipe')
  async pipe(request: Request) {
    const sink = new WritableStream({
      write() {
        throw new HttpError(418, 'The sink is full.')
      },
    })
    await request.body?.pipeTo(sink)
  }

  @Post('/early/upstream')
  async upstream(request: Request) {
    const { body } = request
    const init = { method: 'POST', body, duplex: 'half' }
    // Nothing listens there.
    const failed = await fetch('http://127.0.0.1:1', init).catch((error: unknown) => error)
    return failed instanceof Error && 'down'
  }

  @Post('/early/keeps')
  keeps(request: Request) {
    const reader = request.body?.getReader()
    reader?.read().catch(() => {})
    return 'keeps'
  }

  @Post('/early/refused')
  refused(@Body() value: unknown) {
    return value
  }
}

/** Notes what became of what is inside. */
class Note implements Middleware {
  async handle(_request: HttpRequest, next: Next) {
    try {
      return await next()
    } finally {
      Waiting.outcomes.push('settled')
    }
  }
}

/** Reads for which the client does not have enough time. */
@Timeout('100ms')
@Use(Note)
@Prefix('/timed')
class Timed extends Reads {}

/** Reads that take as long as the client does. */
@Prefix('/cut')
class Cut extends Reads {}

export const bodies = [Late, Tellers, Early, Timed, Cut]
