import { expect, test } from 'vitest'
import { openChromium, needsChromium } from '../../../packages/core/test/support/chromium.ts'
import { inRepositoryCopy } from '../../../packages/core/test/support/temporary-application.ts'
import { describeSqlite } from '../../../packages/queue/test/databases.ts'
import { Conduit } from './start-conduit.ts'

const folder = inRepositoryCopy('apps/conduit')

describeSqlite((_title, database) => {
  test('a user signs in on /docs with a token, and tries out an operation', async (context) => {
    needsChromium(context)
    await using conduit = await Conduit.start(
      { ...database.settings, FW_OPENAPI: 'public' },
      folder,
    )
    const token = await conduit.signUp('ada')
    const page = await (await openChromium()).newPage()
    await page.goto(`${conduit.address}/docs`)
    await page.locator('button.authorize').first().click()
    await page.locator('.auth-container input').fill(token)
    await page.getByRole('button', { name: 'Apply credentials' }).click()
    await page.locator('.modal-ux .close-modal').click()
    const operation = page.locator('#operations-User-UserController_current')
    await operation.locator('.opblock-summary-control').click()
    const answered = page.waitForResponse((response) => response.url().endsWith('/api/user'))
    await operation.locator('button.execute').click()

    expect(await (await answered).json()).toMatchObject({ user: { username: 'ada' } })
  })
})
