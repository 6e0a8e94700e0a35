import { Application, Cookies, Get, Session, Sessions } from '@fw/core'
import { MemorySessions } from '@fw/core/web'
import { expect, test, vi } from 'vitest'
import { Visitor, sessionKernel } from '../middleware/visiting.ts'

vi.mock('iron-webcrypto', () => {
  throw new Error('Cannot find package')
})

@Application()
@Sessions()
class Shop {}

class Page {
  @Get('/')
  page(session: Session) {
    return session.isNew
  }
}

class Sealing {
  @Get('/sealed')
  async sealed(cookies: Cookies) {
    await cookies.set('a', '1', { sealed: true })
  }
}

const install = 'need iron-webcrypto. Run: npm install iron-webcrypto'

test('sessions without a store and without the package are an error at boot', async () => {
  const { kernel } = sessionKernel([Shop, Page])
  await expect(kernel.prepared()).rejects.toThrow(/^Shop \(.*\): Sealed cookies/)
  await expect(kernel.prepared()).rejects.toThrow(install)
})

test('sessions in a store need no package', async () => {
  const { kernel } = sessionKernel([Shop, Page], new MemorySessions())
  await kernel.prepared()
  expect(await new Visitor(kernel).read('/')).toBe(true)
})

test('sealing without the package is a 500, and the log says what to install', async () => {
  const { kernel, log } = sessionKernel([Sealing])
  expect(await new Visitor(kernel).send('/sealed')).toHaveProperty('status', 500)
  expect(String((log.errors[0] as { error: unknown }).error)).toContain(install)
})
