import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { Body, Get, type HttpRequest, Post, type Reply, Timeout } from '@fw/core'
import { pauseAt } from './bookkeeping.ts'
import { respond } from './respond.ts'

class Note {
  constructor(
    readonly title: string,
    readonly text: string,
  ) {}
}

/** Holds the path of the file that is sent. */
export class ServedFile {
  constructor(readonly path: string) {}
}

/** Has a route for every way to read a body. */
export class Reading {
  constructor(private readonly file: ServedFile) {}

  @Get('/read/nothing')
  nothing(request: HttpRequest) {
    return this.#finish(request)
  }

  @Post('/read/json')
  json(@Body() _note: Note, request: HttpRequest) {
    return this.#finish(request)
  }

  @Post('/read/form')
  form(@Body() _note: Note, request: HttpRequest) {
    return this.#finish(request)
  }

  @Post('/read/upload')
  async upload(document: File, request: HttpRequest) {
    await document.arrayBuffer()
    return this.#finish(request)
  }

  @Post('/read/string')
  string(@Body() _text: string, request: HttpRequest) {
    return this.#finish(request)
  }

  @Timeout('30ms')
  @Post('/read/json-in-time')
  jsonInTime(@Body() _note: Note, request: HttpRequest) {
    return this.#finish(request)
  }

  @Timeout('30ms')
  @Post('/read/upload-in-time')
  uploadInTime(_document: File, request: HttpRequest) {
    return this.#finish(request)
  }

  @Post('/read/bytes')
  async bytes(request: HttpRequest) {
    await pauseAt('method', request)
    await request.bytes()
    return this.#finish(request)
  }

  @Post('/read/request-text')
  async requestText(platform: Request, request: HttpRequest) {
    await pauseAt('method', request)
    await platform.text()
    return this.#finish(request)
  }

  @Post('/read/stream')
  async stream(platform: Request, request: HttpRequest) {
    await pauseAt('method', request)
    for await (const _piece of platform.body ?? []) await pauseAt('read', request)
    return this.#finish(request)
  }

  @Post('/read/stream-left')
  async streamLeft(platform: Request, request: HttpRequest) {
    await pauseAt('method', request)
    for await (const _piece of platform.body ?? []) break
    return this.#finish(request)
  }

  @Post('/read/cancel')
  async cancel(platform: Request, request: HttpRequest) {
    await pauseAt('method', request)
    await platform.body?.cancel()
    return this.#finish(request)
  }

  @Post('/read/pipe')
  async pipe(platform: Request, request: HttpRequest) {
    await pauseAt('method', request)
    const folder = mkdtempSync(join(tmpdir(), 'fw-piped-'))
    try {
      await platform.body?.pipeTo(Writable.toWeb(createWriteStream(join(folder, 'body'))))
    } finally {
      rmSync(folder, { recursive: true })
    }
    return this.#finish(request)
  }

  @Post('/read/pipe-failed')
  async pipeFailed(platform: Request, request: HttpRequest) {
    await pauseAt('method', request)
    const refusing = new WritableStream({
      write() {
        throw new Error('The other end is down.')
      },
    })
    await platform.body?.pipeTo(refusing).catch(() => {})
    return this.#finish(request)
  }

  async #finish(request: HttpRequest): Promise<Reply | Response> {
    await pauseAt('read', request)
    return respond(request, this.file.path)
  }
}
