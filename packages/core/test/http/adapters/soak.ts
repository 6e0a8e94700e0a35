import { EventEmitter, once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Connection } from './connection.ts'

/** The size of a soak; its requests are for the application of `fixtures/load-server.ts`. */
export interface SoakPlan {
  /** Connections that have asked once and stay open. */
  readonly idle: number
  /** The total number of requests of well-behaved clients. */
  readonly requests: number
  /** Clients that behave, and clients of each kind that do not. */
  readonly clients: number
  /** The pause of slow clients between two bytes, in milliseconds. */
  readonly bytePause: number
  /** The number of responses to well-behaved clients between two runs of a misbehaving one. */
  readonly runEvery: number
  /** Called for every response to a well-behaved client. */
  readonly onResponse?: (count: number) => Promise<void> | void
}

export interface SoakReport {
  /** Response times of well-behaved clients, in milliseconds, sorted. */
  readonly times: readonly number[]
  /** The number of runs of each misbehaving client. */
  readonly misbehaved: Readonly<Record<string, number>>
}

/** Rejects where any client gets another answer than it should. */
export async function soak(port: number, plan: SoakPlan): Promise<SoakReport> {
  const idle: Connection[] = []
  for (let count = 0; count < plan.idle; count += 1) {
    idle.push(await Connection.open(port))
    await expectResponse(idle[count] as Connection, get('/quick'), 200)
  }
  const end = new AbortController()
  const responses = new EventEmitter().setMaxListeners(0)
  const misbehaved: Record<string, number> = {}
  const misbehaving = Object.entries(misbehaviours).map(async ([name, misbehave]) => {
    const repeat = async () => {
      while (!end.signal.aborted) {
        const next = once(responses, 'next')
        await misbehave(port, plan.bytePause, end.signal)
        misbehaved[name] = (misbehaved[name] ?? 0) + 1
        await next
      }
    }
    await Promise.all(Array.from({ length: plan.clients }, repeat))
  })
  const failed = Promise.all(misbehaving).then(() => [])
  const onResponse = async (count: number) => {
    if (count % plan.runEvery === 0) responses.emit('next')
    await plan.onResponse?.(count)
  }
  const times = await Promise.race([runWellBehaved(port, { ...plan, onResponse }), failed])
  end.abort()
  responses.emit('next')
  await failed
  for (const connection of idle) await expectResponse(connection, get('/quick'), 200)
  for (const connection of idle) connection.close()
  return { times: times.toSorted((a, b) => a - b), misbehaved }
}

async function runWellBehaved(port: number, plan: SoakPlan): Promise<number[]> {
  const times: number[] = []
  let sentRequests = 0
  const sendAll = async () => {
    const connection = await Connection.open(port)
    while (sentRequests < plan.requests) {
      sentRequests += 1
      const [request, status] = requests[
        sentRequests % 500 === 0 ? 0 : (sentRequests % 4) + 1
      ] as Exchange
      const start = performance.now()
      await expectResponse(connection, request, status)
      times.push(performance.now() - start)
      await plan.onResponse?.(times.length)
    }
    connection.close()
  }
  await Promise.all(Array.from({ length: plan.clients }, sendAll))
  return times
}

type Exchange = readonly [request: string, status: number]

const requests: readonly Exchange[] = [
  [upload('x'.repeat(1_500_000)), 200],
  [get('/quick'), 200],
  [post('/orders', 'application/json', '{"customer":"Ann","quantities":[1,2]}'), 200],
  [post('/orders', 'application/x-www-form-urlencoded', 'customer=A&quantities=x'), 422],
  [upload('a small file'), 200],
]

type Misbehave = (port: number, bytePause: number, end: AbortSignal) => Promise<void>

const misbehaviours: Readonly<Record<string, Misbehave>> = {
  'a byte at a time': async (port, bytePause, end) => {
    const connection = await Connection.open(port)
    for (const byte of post('/orders', 'application/json', '{"customer":"Ann","quantities":[]}')) {
      connection.send(byte)
      await sleep(bytePause, undefined, { signal: end }).catch(() => {})
      if (end.aborted) return connection.close()
    }
    expectStatus((await connection.readResponse()).status, 200)
    connection.close()
  },
  'half closed': async (port) => {
    const connection = await Connection.open(port)
    connection.socket.end(get('/quick'))
    expectStatus((await connection.readResponse()).status, 200)
    await connection.ended()
  },
  'aborted upload': async (port) => {
    const connection = await Connection.open(port)
    const text = upload('x'.repeat(3_000_000))
    await new Promise((written) => connection.socket.write(text.slice(0, 2_000_000), written))
    connection.close()
  },
  'left before the answer': async (port) => {
    const connection = await Connection.open(port)
    await new Promise((written) => connection.socket.write(get('/slow'), written))
    connection.close()
  },
  pipelined: async (port) => {
    const connection = await Connection.open(port)
    connection.send(get('/quick').repeat(20))
    for (let count = 0; count < 20; count += 1) {
      expectStatus((await connection.readResponse()).status, 200)
    }
    connection.close()
  },
  'oversized headers': async (port) => {
    const connection = await Connection.open(port)
    await expectResponse(connection, get('/quick', `X: ${'x'.repeat(20_000)}\r\n`), 431)
    await connection.ended()
  },
  'no HTTP': async (port) => {
    const connection = await Connection.open(port)
    await expectResponse(connection, 'HELLO\r\n\r\n', 400)
    await connection.ended()
  },
}

async function expectResponse(connection: Connection, request: string, expected: number) {
  expectStatus((await connection.send(request).readResponse()).status, expected)
}

function expectStatus(status: number, expected: number): void {
  if (status !== expected) throw new Error(`Answered ${status} instead of ${expected}.`)
}

function get(path: string, headers = ''): string {
  return `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`
}

function post(path: string, type: string, body: string): string {
  const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\n`
  return `${head}Content-Length: ${body.length}\r\n\r\n${body}`
}

function upload(content: string): string {
  const head = 'Content-Disposition: form-data; name="document"; filename="a.txt"'
  return post(
    '/uploads',
    'multipart/form-data; boundary=b',
    `--b\r\n${head}\r\n\r\n${content}\r\n--b--\r\n`,
  )
}
