import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { FwProcess } from '../../support/fw-process.ts'
import { otherPlatforms } from '../../support/other-platforms.ts'
import { temporaryApplication } from '../../support/temporary-application.ts'

const texts = (expectedOutput: string) => `import { Body, Get, Min, Post, type int } from '@fw/core'
import { later } from '~/later.js'
class Order {
  constructor(readonly name: string, @Min(3) readonly count: int) {}
}
export class Texts {
  @Get('/text') get(): string { return '${expectedOutput}' }
  @Get('/late') async late(): Promise<string> {
    console.log('late has begun')
    return later('late')
  }
  @Get('/broken') broken(): string { throw new Error('broken') }
  @Post('/orders') order(@Body() order: Order): Order { return order }
}
`

const files = {
  'package.json': '{ "type": "module" }',
  'tsconfig.json': '{ "compilerOptions": { "paths": { "~/*": ["./src/*"] } } }',
  'src/texts.ts': texts('first'),
  'src/later.ts': `export const later = async <T>(value: T): Promise<T> =>
  new Promise((resolve) => setTimeout(() => resolve(value), 400))
`,
}

describe.each(otherPlatforms)('on $name', ({ name, runtime, program }) => {
  test('it is installed from npm', ({ skip }) => {
    skip(runtime === undefined, `no ${name}. npm has no package of it for this machine.`)
  })
  if (runtime === undefined) return

  const start = (words: readonly string[]) => {
    const root = temporaryApplication(files)
    const all = [...words, '--host=127.0.0.1', '--port=0']
    const env = { FW_ADMIN_PORT: words[0] === 'serve' ? '0' : '' }
    return { root, process: new FwProcess(root, all, env, program, runtime) }
  }

  test('fw serve runs the source, and ends after the requests in flight', async () => {
    const { process } = start(['serve'])
    const address = await process.address()
    const send = (order: object) =>
      fetch(`${address}/orders`, { method: 'POST', body: JSON.stringify(order) })
    expect(await (await send({ name: 'a', count: 3 })).json()).toEqual({ name: 'a', count: 3 })
    const refused = await send({ name: 'a', count: 2 })
    expect([refused.status, await refused.json()]).toEqual([
      422,
      { errors: { count: ['must be at least 3.'] } },
    ])
    const [, health] = await process.printed(/Health at (\S+)/)
    expect((await fetch(health as string)).status).toBe(200)
    expect((await fetch(`${address}/broken`)).status).toBe(500)
    await process.printed(/"message":"broken"/)

    const late = fetch(`${address}/late`)
    await process.printed(/late has begun/)
    process.child.kill('SIGTERM')
    expect(await (await late).json()).toBe('late')
    expect(await process.exit).toBe(0)
  })

  test('fw serve prints that it runs as one process', async () => {
    const { process } = start(['serve', '--workers=2'])
    await process.printed(/WorkersUnavailable: On Bun and Deno, fw serve runs as one process\./)
    expect(await process.exit).toBe(1)
  })

  test('fw dev restarts after each change, and shows errors', async () => {
    const { root, process } = start(['dev'])
    const address = await process.address()
    const request = async (path: string) => {
      const response = await fetch(address + path)
      return (await response.json()) as Record<string, unknown>
    }
    const waitForResponse = (text: string) =>
      expect.poll(() => request('/text').catch(() => undefined)).toBe(text)
    await waitForResponse('first')
    const { exception } = await request('/broken')
    expect(exception).toMatchObject({ message: 'broken', file: 'src/texts.ts' })
    expect(await request('/_fw/state')).toMatchObject({ routes: expect.any(Array) })

    writeFileSync(join(root, 'src/texts.ts'), texts('second'))
    await waitForResponse('second')

    const twice = join(root, 'src/twice.ts')
    writeFileSync(twice, texts('third').replaceAll('Texts', 'Twice'))
    await process.printed(/The application ended/, 20)
    expect(await request('/text')).toMatchObject({
      problems: [{ code: 'DuplicateRoute' }, {}, {}, {}],
    })

    rmSync(twice)
    // Asked while nothing runs, it waits.
    await sleep(50)
    await waitForResponse('second')
    process.child.kill('SIGINT')
    expect(await process.exit).toBe(0)
    await expect(fetch(address)).rejects.toThrow()
  })
})
