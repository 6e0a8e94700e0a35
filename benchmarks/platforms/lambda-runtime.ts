import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** The cost of one start of a function, in milliseconds. */
export interface Start {
  /** From the start of the process to its response. */
  readonly whole: number
  /** From the import of the handler to its response, including the wait for the event. */
  readonly sinceImport: number
  /** Processor time up to the response. */
  readonly processor: number
  /** Resident memory after the response. */
  readonly bytes: number
}

/** A GET as the HTTP API of API Gateway passes it on. */
const event = {
  version: '2.0',
  routeKey: '$default',
  rawPath: '/',
  rawQueryString: '',
  headers: { accept: '*/*', host: 'abc.execute-api.eu-central-1.amazonaws.com' },
  requestContext: {
    stage: '$default',
    requestId: 'request',
    http: { method: 'GET', path: '/', protocol: 'HTTP/1.1', sourceIp: '192.0.2.1' },
  },
  isBase64Encoded: false,
}

/**
 * Lambda's loop for Node: imports the handler, then repeatedly requests an event and sends the
 * response. It loads `node:http` without an import, which would load `fetch` too and make all
 * programs look alike.
 */
export const runtimeLoop = `
const { Agent, request } = process.getBuiltinModule('node:http')
const { join } = process.getBuiltinModule('node:path')
const { pathToFileURL } = process.getBuiltinModule('node:url')
const { AWS_LAMBDA_RUNTIME_API: api, LAMBDA_TASK_ROOT: root, _HANDLER: name } = process.env
const agent = new Agent({ keepAlive: true, maxSockets: 1 })

function call(method, path, body, headers = {}) {
  return new Promise((resolve, reject) => {
    const url = 'http://' + api + '/2018-06-01/runtime/invocation/' + path
    const sent = request(url, { method, agent, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk) => (text += chunk))
      response.on('end', () => resolve({ headers: response.headers, text }))
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

const start = performance.now()
const [file, exported] = name.split('.')
const { [exported]: handler } = await import(pathToFileURL(join(root, file + '.mjs')))
for (;;) {
  const { headers, text } = await call('GET', 'next')
  const id = headers['lambda-runtime-aws-request-id']
  const answer = JSON.stringify(await handler(JSON.parse(text), { awsRequestId: id }))
  const { user, system } = process.cpuUsage()
  const took = { 'since-import': performance.now() - start, processor: (user + system) / 1000 }
  await call('POST', id + '/response', answer, { ...took, bytes: process.memoryUsage.rss() })
}
`

/** With what Lambda's published bootstrap of nodejs18.x starts Node, for a function of 1,024 MB. */
const startOptions: readonly string[] = [
  '--expose-gc',
  '--max-http-header-size=81920',
  '--max-semi-space-size=51',
  '--max-old-space-size=921',
]

/** Starts a function, sends it one event, and ends it. Throws if the response differs. */
export async function startFunction(
  loop: string,
  folder: string,
  handler: string,
  answer: unknown,
): Promise<Start> {
  const answered = Promise.withResolvers<[IncomingMessage, number]>()
  const server = createServer((request, response) => {
    if (request.url === '/2018-06-01/runtime/invocation/next') {
      response.setHeader('lambda-runtime-aws-request-id', 'one')
      response.end(JSON.stringify(event))
    } else if (request.url === '/2018-06-01/runtime/invocation/one/response') {
      answered.resolve([request, performance.now()])
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const start = performance.now()
  const child = spawn(process.execPath, [...startOptions, loop], {
    cwd: folder,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      AWS_LAMBDA_RUNTIME_API: `127.0.0.1:${port}`,
      LAMBDA_TASK_ROOT: folder,
      _HANDLER: handler,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit')
  void ended.then(() => answered.reject(new Error(`${handler} in ${folder} has ended.`)))
  const [request, end] = await answered.promise
  const given = await text(request)
  child.kill('SIGKILL')
  await ended
  server.closeAllConnections()
  server.close()
  const { statusCode, body } = JSON.parse(given) as { statusCode: number; body: string }
  if (statusCode !== 200 || JSON.stringify(JSON.parse(body)) !== JSON.stringify(answer)) {
    throw new Error(`${handler} in ${folder} answered: ${given}`)
  }
  const number = (name: string) => Number(request.headers[name])
  return {
    whole: end - start,
    sinceImport: number('since-import'),
    processor: number('processor'),
    bytes: number('bytes'),
  }
}
