import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, TestRunner } from 'vitest'
import { FwProcess } from '../../support/fw-process.ts'
import type { Platform } from '../../support/other-platforms.ts'
import { temporaryApplication } from '../../support/temporary-application.ts'

/** A controller whose responses contain the number of the save. */
export const controller = (
  response: string,
) => `import { Body, Get, HttpRequest, Post, SseEvent } from '@fw/core'
export class Texts {
  @Get('/text') get(): string { return '${response}' }
  @Get('/slow') async slow(): Promise<string> {
    console.log('slow has begun')
    await new Promise((resolve) => setTimeout(resolve, 700))
    return '${response}'
  }
  @Post('/length') length(@Body() text: { readonly words: string }): number { return text.words.length }
  @Get('/caller') caller(request: HttpRequest): string | undefined { return request.ip }
  @Get('/events') async *events(): AsyncGenerator<SseEvent> {
    yield new SseEvent('${response}')
    await new Promise(() => {})
  }
}
`

/**
 * An application under `fw dev`, whose controller can be saved again. It runs during the test in
 * which it is created, or during all tests of the `describe` in which it is created.
 */
export class Developed {
  readonly root: string
  #fw: FwProcess | undefined

  /** `platform` is Node by default. */
  constructor(
    files: Readonly<Record<string, string>> = {},
    words: readonly string[] = [],
    platform?: Platform,
  ) {
    this.root = temporaryApplication({
      'package.json': '{ "type": "module" }',
      'src/texts.ts': controller('first'),
      ...files,
    })
    const all = ['dev', '--host=127.0.0.1', '--port=0', ...words]
    const start = () => {
      this.#fw = new FwProcess(this.root, all, {}, platform?.program, platform?.runtime)
    }
    if (TestRunner.getCurrentTest()) start()
    else {
      beforeAll(start)
      afterAll(() => this.#fw?.stop())
    }
  }

  get fw(): FwProcess {
    if (!this.#fw) throw new Error('fw dev has not been started yet.')
    return this.#fw
  }

  /** The address of the server. */
  get address(): Promise<string> {
    return this.fw.address()
  }

  write(path: string, text: string): void {
    writeFileSync(join(this.root, path), text)
  }

  save(response: string): void {
    this.write('src/texts.ts', controller(response))
  }

  /** The response at present. */
  async text(): Promise<string> {
    return String(await (await this.get('/text')).json())
  }

  async get(path: string, headers: Record<string, string> = {}): Promise<Response> {
    return fetch((await this.address) + path, { headers })
  }

  /** Waits until the response is the string. */
  async waitForText(text: string, path = '/text'): Promise<void> {
    // A boot on Deno may take longer than the limit below.
    await this.address
    const response = async () => (await this.get(path)).json().catch(() => undefined)
    await expect.poll(response).toBe(text)
  }

  /** Waits until the process prints that a change was seen. */
  async restarts(file: string): Promise<void> {
    await this.fw.printed(new RegExp(`^${file} has changed, restarting`, 'm'))
  }
}
