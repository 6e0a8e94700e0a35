import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text as readText } from 'node:stream/consumers'
import { parseEnv } from 'node:util'
import { request as send } from '../../../http/adapters/server/node-http.ts'
import { Config } from '../../../base/config/config.ts'
import type { Container } from '../../../base/container/container.ts'
import type { HttpKernel } from '../../../http/http-kernel.ts'
import type { HttpRequest } from '../../../http/message/http-request.ts'
import type { Route } from '../../../http/routing/route.ts'
import { Logger } from '../../../base/logging/logger.ts'
import { sensitiveNames } from '../../../base/logging/sensitive.ts'
import { tryRead } from '../../../base/logging/thrown.ts'
import { isReflectable, reflect } from '../../../base/reflection/reflect.ts'
import type { Class } from '../../../base/reflection/type-info.ts'
import { typeText } from '../../../base/reflection/type-text.ts'
import { isHidden } from '../../../data/validation/json-shape.ts'
import { curlOf, connectionHeaders } from './curl-of.ts'
import { Masking } from './masking.ts'
import { Recorder, type Entry, type LogLine, type RecordedRequest } from './recorder.ts'

/** An application that runs under `fw dev`. */
export interface InspectedApplication {
  readonly folder: string
  readonly kernel: HttpKernel
  readonly container: Container
  readonly classes: readonly Class[]
}

export interface ListedRoute {
  readonly method: string
  readonly path: string
  /** The method, as `Class.method`. */
  readonly handler: string
  /** The location, as `file:line:column`. */
  readonly at: string
}

/** A request to send to the application. */
export interface SendOptions {
  /** The id of a recorded request. Its properties are the defaults. */
  readonly again?: number
  readonly method?: string
  /** The path, including the query. */
  readonly path?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** Provides information about the parts and the operations of a running application. */
export class Inspector {
  readonly #app: InspectedApplication
  readonly #recorder: Recorder

  constructor(app: InspectedApplication) {
    this.#app = app
    const names = app.container.get(Config).list('FW_LOG_REDACT', [])
    this.#recorder = new Recorder(app.folder, new Masking(hiddenFields(app.classes), names))
    this.#recorder.listenTo(app.container.get(Logger))
  }

  get routes(): ListedRoute[] {
    return Array.from(this.#app.kernel.plans.keys(), toListed)
  }

  /** Returns a route with its parameters, middleware and return type; undefined if it does not exist. */
  route(method: string, path: string): object | undefined {
    for (const [route, plan] of this.#app.kernel.plans) {
      if (route.httpMethod !== method.toUpperCase() || route.path !== path) continue
      const { parameters, returns, doc } = route.declaration.method
      return {
        ...toListed(route),
        ...(doc.summary !== undefined && { summary: doc.summary }),
        parameters: parameters.map(({ name, type, optional }) => ({
          name,
          type: typeText(type),
          ...(optional && { optional }),
        })),
        ...(returns && { returns: typeText(returns) }),
        middleware: plan.middleware.map(
          ({ type, stage, level }) => `${stage}: ${type.name} (${level.at})`,
        ),
        bodyLimit: plan.bodyLimit,
      }
    }
    return undefined
  }

  /** The recorded operations, latest first. */
  get entries(): readonly Entry[] {
    return this.#recorder.entries
  }

  entry(id: number): Entry | undefined {
    return this.#recorder.find(id)
  }

  /** The log lines, oldest first. */
  get lines(): readonly LogLine[] {
    return this.#recorder.lines
  }

  /** Runs a function without recording it. */
  withoutRecording<T>(run: () => T): T {
    return this.#recorder.withoutRecording(run)
  }

  /** The services with their lifetimes. */
  get services(): { readonly name: string; readonly lifetime: string }[] {
    const { container, classes } = this.#app
    const tokens = new Set([...container.registered, ...classes])
    return [...tokens].flatMap((token) => {
      // A DTO is not a service, and cannot be created by the container.
      const lifetime = tryRead(token, () => container.lifetime(token))
      return lifetime ? { name: token.name, lifetime } : []
    })
  }

  /**
   * The names of the keys in `.env`, and of the framework's keys in the environment, without values, and where each
   * comes from.
   */
  get configuration(): { readonly key: string; readonly from: string }[] {
    const file = join(this.#app.folder, '.env')
    const keys = existsSync(file) ? Object.keys(parseEnv(readFileSync(file, 'utf8'))) : []
    const others = Object.keys(process.env).filter((key) =>
      /^(?:FW_|LOG_|QUEUE_|SCHEDULE_|DATABASE_|DB_|REDIS_|HOST$|PORT$)/.test(key),
    )
    return [...new Set([...keys, ...others])]
      .filter((key) => key !== 'FW_RESERVE')
      .toSorted()
      .map((key) => ({ key, from: key in process.env ? 'the environment' : '.env' }))
  }

  /**
   * Sends a request to the application. `host` is its host name and port. Rejects if the request is invalid, or if
   * there is no response.
   */
  async send(options: SendOptions, host: string): Promise<object> {
    const recorded = options.again === undefined ? undefined : this.#recordedRequest(options.again)
    const method = options.method ?? recorded?.method ?? 'GET'
    const path = options.path ?? recorded?.target ?? ''
    if (!path.startsWith('/')) throw new TypeError('The path must begin with "/".')
    const headers = options.headers
      ? Object.entries(options.headers).flat()
      : resendableHeaders(recorded?.headers ?? [])
    const body = options.body ?? recorded?.body.text ?? ''
    return new Promise((resolve, reject) => {
      const url = new URL(`http://${host}`)
      const address = { host: url.hostname.replaceAll(/[[\]]/g, ''), port: url.port || 80 }
      const request = send({
        ...address,
        method,
        path,
        headers: [...headers, 'host', host],
        agent: false,
      })
      request.once('error', reject).once('response', (response) => {
        const { statusCode: status } = response
        readText(response).then(
          (text) => resolve({ status, headers: response.headers, body: text }),
          reject,
        )
      })
      request.end(body)
    })
  }

  /**
   * Returns a curl command that sends a recorded request to `host` again. Throws if the request is no longer recorded,
   * or if its body was not kept.
   */
  curl(id: number, host: string): string {
    return curlOf(this.#recordedRequest(id), host)
  }

  /** Returns the entry of a request that is being recorded. */
  entryOf(request: HttpRequest): Entry | undefined {
    return this.#recorder.entryOf(request)
  }

  #recordedRequest(id: number): RecordedRequest {
    const entry = this.entry(id)
    const sent = entry && this.#recorder.requestOf(entry)
    if (!sent) throw new TypeError(`The request ${id} does not exist, or is no longer recorded.`)
    if (!sent.body.isComplete || sent.body.text === undefined) {
      throw new TypeError(`The body of request ${id} was not kept: it is not text, or too long.`)
    }
    return sent
  }
}

function toListed({ httpMethod, path, declaration }: Route): ListedRoute {
  const { class: owner, method } = declaration
  return { method: httpMethod, path, handler: `${owner.name}.${method.name}`, at: method.at }
}

function resendableHeaders(raw: readonly string[]): string[] {
  return raw.filter((_, index) => !connectionHeaders.test(raw[index - (index % 2)] ?? ''))
}

/** Returns the names of fields that are hidden in responses or log lines. */
function hiddenFields(classes: readonly Class[]): Set<string> {
  const parameters = classes.filter(isReflectable).flatMap((type) => reflect(type).parameters)
  const hidden = parameters.filter(({ attributes }) => isHidden(attributes))
  const sensitive = classes.flatMap((type) => [...sensitiveNames(Object.create(type.prototype))])
  return new Set([...hidden.map(({ name }) => name), ...sensitive])
}
