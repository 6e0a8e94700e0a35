import { Authenticated, Denied, Get } from '@fw/core'
import { expect, test } from 'vitest'
import { withToken, guardedKernel, startKernel } from './guarded.ts'

const closed = Denied.because('Closed.')

class Shop {
  @Get('/shop')
  @Authenticated()
  enter() {
    throw closed
  }
}

test('a denial that the application keeps in a constant is reported for each request', async () => {
  const { kernel, log } = guardedKernel([Shop])
  const send = await startKernel(kernel)
  for (const times of [1, 2]) {
    const response = await send('/shop', withToken('ada'))
    expect([response.status, await response.json()]).toEqual([403, { error: 'Closed.' }])
    const reported = log.lines.filter(([, message]) => message === 'Access was denied.')
    expect(reported).toHaveLength(times)
  }
})
