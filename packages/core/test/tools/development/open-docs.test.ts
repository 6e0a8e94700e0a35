import { expect, test } from 'vitest'
import { FwProcess } from '../../support/fw-process.ts'
import { Developed } from './developed.ts'

const files = {
  'src/bootstrap.ts': `import { Authentication, Principal, Scheme, type Container } from '@fw/core'
class Keys extends Scheme {
  readonly reads = { header: 'X-Key' }
  authenticate() { return undefined }
}
export default (container: Container) => {
  container.instance(Authentication, new Authentication({ schemes: { keys: new Keys() } }))
}
`,
  'src/texts.ts': `import { Get } from '@fw/core'
export class Texts { @Get('/text') get() { return 'first' } }
`,
}

interface Entry {
  readonly title: string
}

test('fw dev shows the document to callers on this machine, even if the application requires a caller', async () => {
  const developed = new Developed(files)
  expect((await developed.get('/text')).status).toBe(401)

  const [page, document] = [await developed.get('/docs'), await developed.get('/openapi.json')]
  expect([page.status, document.status]).toEqual([200, 200])
  expect(page.headers.get('content-type')).toMatch(/^text\/html/)
  expect(Object.keys(((await document.json()) as { paths: object }).paths)).toEqual(['/text'])

  // Neither these requests nor refusals of them are noise in the inspector.
  const state = (await (await developed.get('/_fw/state')).json()) as { entries: Entry[] }
  expect(state.entries.map(({ title }) => title)).toEqual(['AccessRefused', 'GET /text'])

  for (const headers of [
    { 'sec-fetch-site': 'cross-site' },
    { 'x-forwarded-for': '203.0.113.9' },
  ]) {
    expect((await developed.get('/openapi.json', headers)).status).toBe(401)
  }
})

test('FW_OPENAPI=false removes it, and fw serve requires the caller of the application', async () => {
  const hidden = new Developed({ ...files, '.env': 'FW_OPENAPI=false\n' })
  expect((await hidden.get('/docs')).status).toBe(404)

  const served = serve(hidden.root, { FW_OPENAPI: 'true' })
  expect((await fetch(`${await served.address()}/docs`)).status).toBe(401)
  expect(served.stderr).not.toContain('FW_OPENAPI')
})

test('under fw serve, a page in the browser and a line in the log mention FW_OPENAPI', async () => {
  const { root } = new Developed(files)
  const help = new FwProcess(root, ['serve', '--help'])
  expect(await help.exit).toBe(0)
  expect(help.stderr).toBe('')

  const served = serve(root)
  const address = await served.address()
  expect(served.stderr).toContain(
    '/docs and /openapi.json require authentication. Set FW_OPENAPI=public to open them, false to remove them, or true to hide this message.',
  )

  const page = await fetch(`${address}/docs`, { headers: { accept: 'text/html,*/*;q=0.8' } })
  expect([page.status, page.headers.get('content-type')]).toEqual([401, 'text/html; charset=utf-8'])
  expect(page.headers.get('www-authenticate')).toContain('ApiKey')
  expect(page.headers.get('vary')).toMatch(/Accept/)
  expect(await page.text()).toContain('set <code>FW_OPENAPI=public</code>')
  const program = await fetch(`${address}/docs`)
  expect(program.headers.get('content-type')).toBe('application/json')

  const open = serve(root, { FW_OPENAPI: 'public' })
  expect((await fetch(`${await open.address()}/docs`)).status).toBe(200)
  expect(open.stderr).not.toContain('FW_OPENAPI')
})

function serve(root: string, settings: Record<string, string> = {}): FwProcess {
  return new FwProcess(root, ['serve', '--port=0', '--host=127.0.0.1'], settings)
}
