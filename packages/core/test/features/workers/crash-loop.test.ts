import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { FwProcess } from '../../support/fw-process.ts'
import { temporaryApplication } from '../../support/temporary-application.ts'

const site = `import { Get, HealthCheck } from '@fw/core'
import { setTimeout as sleep } from 'node:timers/promises'
export class Site {
  @Get('/pid') pid() { return process.pid }
  @Get('/wait') async wait() { console.log('waits'); await sleep(1500); return process.pid }
  @Get('/throw') throw() { setTimeout(() => { throw new Error('nobody catches it') }) ; return process.pid }
}
`

/** One request on its own connection: the response, or the code of the error. */
function send(address: string, path: string): Promise<string> {
  return new Promise((resolve) => {
    const sent = request(address + path, { agent: false, timeout: 60_000 }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => (text += part))
      response.on('end', () => resolve(text))
      response.on('error', (error) => resolve(String(error)))
    })
    sent.on('timeout', () => sent.destroy(new Error('No response within a minute.')))
    sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    sent.end()
  })
}

function serve(...words: readonly string[]): FwProcess {
  const root = temporaryApplication({
    'package.json': '{ "type": "module" }',
    'src/site.ts': site,
  })
  const env = { PORT: '0', HOST: '127.0.0.1', FW_ADMIN_PORT: '0' }
  return new FwProcess(root, ['serve', ...words], env)
}

/** Asks from several clients until it is stopped; gives what was no process id. */
function load(address: string): { readonly answered: () => number; stop(): Promise<string[]> } {
  const failures: string[] = []
  let answered = 0
  const isOver = new AbortController()
  const client = async () => {
    while (!isOver.signal.aborted) {
      const text = await send(address, '/pid')
      if (/^\d+$/.test(text)) answered += 1
      else failures.push(text)
      await sleep(20)
    }
  }
  const clients = Array.from({ length: 6 }, client)
  return {
    answered: () => answered,
    async stop() {
      isOver.abort()
      await Promise.all(clients)
      return failures
    },
  }
}

/** Requests process ids until that many have responded. */
async function processes(address: string, count: number): Promise<number[]> {
  const found = new Set<string>()
  await expect
    .poll(async () => found.add(await send(address, '/pid')).size, { interval: 30 })
    .toBe(count)
  return [...found].map(Number)
}

describe('while no worker is left', () => {
  test('connections wait for the next worker, so exceptions in all workers refuse no request', async () => {
    const service = serve('--workers', '2')
    const address = await service.address()
    const clients = load(address)
    for (let count = 0; count < 6; count += 1) {
      expect(await send(address, '/throw')).toMatch(/^\d+$/)
      await sleep(500)
    }
    await service.printed(/A worker is ending after an exception. Another starts in 100 ms/)
    const before = clients.answered()
    await expect.poll(clients.answered).toBeGreaterThan(before + 20)
    expect(await clients.stop()).toEqual([])
    service.child.kill('SIGTERM')
    expect(await service.exit).toBe(0)
  }, 180_000)

  test('connections wait for the next worker, so killed workers refuse no request', async () => {
    const service = serve('--workers', '2')
    const address = await service.address()
    let before = await processes(address, 2)
    const clients = load(address)
    for (let count = 0; count < 2; count += 1) {
      for (const pid of before) process.kill(pid, 'SIGKILL')
      const [next = 0] = await processes(address, 1)
      expect(before).not.toContain(next)
      before = [next]
    }
    // Only requests that a killed worker had taken are cut.
    const failures = await clients.stop()
    expect(failures.filter((code) => code !== 'ECONNRESET')).toEqual([])
    expect(failures.length).toBeLessThanOrEqual(12)
  }, 180_000)

  test('SIGTERM while a worker is ending after an exception ends the service with exit code 0', async () => {
    const service = serve('--workers', '1', '--max-memory', '2000')
    const address = await service.address()
    const slow = send(address, '/wait')
    await service.printed(/waits/)
    await send(address, '/throw')
    await service.printed(/A worker is ending after an exception/)
    service.child.kill('SIGTERM')
    expect(await slow).toMatch(/^\d+$/)
    expect(await service.exit).toBe(0)
  })

  test('SIGTERM ends the service, and closes the waiting connections', async () => {
    const service = serve('--workers', '1', '--max-memory', '2000')
    const address = await service.address()
    const [pid = 0] = await processes(address, 1)
    process.kill(pid, 'SIGSTOP')
    const waiting = send(address, '/pid')
    process.kill(pid, 'SIGKILL')
    await service.printed(/Another starts in 100 ms/)
    service.child.kill('SIGTERM')
    expect(await waiting).toBe('ECONNRESET')
    await service.exit
    expect(service.stderr).not.toContain('AssertionError')
  })

  test('SIGTERM during a reload is not an error of the reload', async () => {
    const service = serve('--workers', '2')
    await processes(await service.address(), 2)
    service.child.kill('SIGHUP')
    // The next worker is about to start.
    await sleep(100)
    service.child.kill('SIGTERM')
    expect(await service.exit).toBe(0)
    expect(service.stdout + service.stderr).not.toMatch(/was not ready|have been replaced/)
  })
})
