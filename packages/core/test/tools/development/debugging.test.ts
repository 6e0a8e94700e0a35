import { once } from 'node:events'
import { SourceMap, type SourceMapPayload } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { Developed } from './developed.ts'
import { freePort } from '../../support/free-port.ts'

/** An event, or the response to the command with its id. */
interface InspectorMessage {
  readonly id?: number
  readonly method: string
  readonly params: Record<string, unknown>
}

/** A debugger, by the protocol that Node speaks. */
class Debugger {
  readonly #socket: WebSocket
  readonly #messages: InspectorMessage[] = []
  #id = 0

  constructor(address: string) {
    this.#socket = new WebSocket(address)
    this.#socket.addEventListener('message', ({ data }) => {
      this.#messages.push(JSON.parse(String(data)) as InspectorMessage)
    })
    onTestFinished(() => this.#socket.close())
  }

  async opened(): Promise<this> {
    await once(this.#socket, 'open')
    return this
  }

  send(method: string, params: object = {}): number {
    this.#socket.send(JSON.stringify({ id: ++this.#id, method, params }))
    return this.#id
  }

  /** Continues immediately at each pause. Node may not report the one at the first line. */
  resumeAtPauses(): void {
    this.#socket.addEventListener('message', ({ data }) => {
      const { method } = JSON.parse(String(data)) as InspectorMessage
      if (method === 'Debugger.paused') this.send('Debugger.resume')
    })
  }

  /** Resolves once the command has been carried out. */
  async done(id: number): Promise<void> {
    await this.#first((message) => message.id === id)
  }

  /** The parameters of the first event, from now or before, that matches. */
  async event(
    method: string,
    matches = (_params: Record<string, unknown>) => true,
  ): Promise<Record<string, unknown>> {
    return (await this.#first((message) => message.method === method && matches(message.params)))
      .params
  }

  async #first(matches: (message: InspectorMessage) => boolean): Promise<InspectorMessage> {
    const find = () => this.#messages.find(matches)
    await expect.poll(find).toBeDefined()
    return find() as InspectorMessage
  }
}

const source = `import { Get } from '@fw/core'

/** Says how many there are. */
export class Counts {
  @Get('/count')
  count(): number {
    const five = 5
    return five + 1
  }
}
`

/** The line of the source that has the addition, counted from 0. */
const line = 7

test('a breakpoint is set in the TypeScript source, on the same port after a restart', async () => {
  const port = await freePort()
  const app = new Developed({ 'src/counts.ts': source }, [`--inspect=${port}`])
  await app.waitForText('first')
  await pauseAtLine(app, port)
  app.save('second')
  await app.waitForText('second')
  await pauseAtLine(app, port)
})

test('--inspect-brk waits for a debugger before the application boots', async () => {
  const port = await freePort()
  const app = new Developed({}, [`--inspect-brk=${port}`])
  await app.fw.printed(/Debugger listening on/)
  expect(app.fw.stdout).not.toContain('Listening on')
  const client = await connectTo(port)
  client.resumeAtPauses()
  client.send('Debugger.enable')
  // Node forgets the command if it arrives before the process waits.
  const run = () => {
    client.send('Runtime.runIfWaitingForDebugger')
    return app.fw.stdout
  }
  await expect.poll(run).toContain('Listening on')
  await app.waitForText('first')
})

test.for(['--inspect', '--inspect-brk'])('the port of %s must be valid', async (option) => {
  const app = new Developed({}, [`${option}=here`])
  expect(await app.fw.exit).toBe(2)
  expect(app.fw.stderr).toContain(`dev: ${option}: "here" is neither a port nor host:port.`)
})

/** Sets a breakpoint as editors do: they look for the line in the source map of the module. */
async function pauseAtLine(app: Developed, port: number): Promise<void> {
  const client = await connectTo(port)
  client.send('Debugger.enable')
  const url = pathToFileURL(join(app.root, 'src/counts.ts')).href
  const script = await client.event('Debugger.scriptParsed', (params) => params['url'] === url)
  const map = readMap(String(script['sourceMapURL']))
  const generated = Array.from({ length: 60 }, (_, index) => index).find((candidate) => {
    const found = map.findEntry(candidate, 4)
    return 'originalLine' in found && found.originalLine === line
  })
  const set = client.send('Debugger.setBreakpoint', {
    location: { scriptId: script['scriptId'], lineNumber: generated },
  })
  await client.done(set)
  const response = app.get('/count')
  const { callFrames } = (await client.event('Debugger.paused')) as {
    callFrames: { functionName: string; location: { lineNumber: number; columnNumber: number } }[]
  }
  const { functionName, location } = callFrames[0] ?? {
    location: { lineNumber: -1, columnNumber: 0 },
  }
  const place = map.findEntry(location.lineNumber, location.columnNumber)
  expect([functionName, 'originalLine' in place && place.originalLine]).toEqual(['count', line])
  client.send('Debugger.resume')
  expect(await (await response).json()).toBe(6)
}

async function connectTo(port: number): Promise<Debugger> {
  const list = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as {
    webSocketDebuggerUrl: string
  }[]
  expect(list).toHaveLength(1)
  return new Debugger(list[0]?.webSocketDebuggerUrl ?? '').opened()
}

function readMap(address: string): SourceMap {
  const [, data = ''] = /^data:application\/json[^,]*;base64,(.*)$/.exec(address) ?? []
  return new SourceMap(JSON.parse(Buffer.from(data, 'base64').toString()) as SourceMapPayload)
}
