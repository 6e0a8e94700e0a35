import { beforeAll, beforeEach, expect, test } from 'vitest'
import { launchChromium, needsChromium } from '../../../packages/framework/test/chromium.ts'
import {
  describePostgres,
  describeSqlite,
  type TestDatabase,
} from '../../../packages/queue/test/databases.ts'
import { buildFrontEnd, Conduit } from './start-conduit.ts'

beforeAll(buildFrontEnd)
beforeEach(needsChromium)

describeSqlite(testFrontEnd)
await describePostgres(testFrontEnd)

function testFrontEnd(_title: string, database: TestDatabase): void {
  test('somebody signs up, writes, likes, comments, follows and reads a feed of pages', async () => {
    await using conduit = await Conduit.start(database.settings)
    const bob = await conduit.signUp('bob')
    for (let index = 1; index <= 7; index += 1) {
      const article = { title: `Tea ${index}`, body: 'Leaves.', tagList: ['tea'] }
      await conduit.ask('POST', '/articles', { token: bob, body: { article } })
    }
    const page = await (await launchChromium()).newPage()
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(error.message))
    page.on('request', (request) => {
      if (!request.url().startsWith(conduit.address)) faults.push(request.url())
    })
    const see = (text: string) => page.getByText(text, { exact: true }).first().waitFor()
    const press = (name: string | RegExp) => page.getByRole('button', { name }).first().click()

    await page.goto(conduit.address)
    await page.getByRole('link', { name: 'Sign up' }).click()
    await page.getByLabel('Name').fill('bob')
    await page.getByLabel('E-mail').fill('ada@example.com')
    await page.getByLabel('Password').fill('correct horse')
    await press('Sign up')
    await see('has already been taken.')
    expect(await page.getByLabel('Name').getAttribute('aria-invalid')).toBe('true')
    await page.getByLabel('Name').fill('ada')
    await press('Sign up')
    await see('No articles are here yet.')
    await page.getByRole('heading', { name: 'Your feed', level: 1 }).waitFor()

    await page.getByRole('link', { name: 'New article' }).click()
    await page.getByLabel('Title').fill('On <b>coffee</b>')
    await page.getByLabel('What is it about?').fill('Another drink')
    await page.getByLabel('Text').fill('Beans.\n\nWater.')
    await page.getByLabel('Tags').fill('coffee drinks')
    await press('Publish')
    await page.getByRole('heading', { name: 'On <b>coffee</b>' }).waitFor()
    expect(await page.locator('.text p').allTextContents()).toEqual(['Beans.', 'Water.'])

    await page.goto(`${conduit.address}/#/article/tea-1`)
    await press(/^Like Tea 1, 0/)
    await page.getByRole('button', { name: 'Like Tea 1, 1 do', pressed: true }).waitFor()
    await page.getByLabel('Your comment').fill('I agree.')
    await press('Post comment')
    await see('I agree.')
    await press('Follow bob')
    await page.getByRole('button', { name: 'Unfollow bob' }).waitFor()

    await page.getByRole('link', { name: 'conduit' }).click()
    await see('Tea 7')
    const titles = () => page.locator('article h2').allTextContents()
    expect(await titles()).toEqual(['Tea 7', 'Tea 6', 'Tea 5', 'Tea 4', 'Tea 3'])
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: '2' }).click()
    await see('Tea 2')
    expect(await titles()).toEqual(['Tea 2', 'Tea 1'])

    await page.reload()
    await see('Tea 2')
    await see('ada')
    await page.getByRole('link', { name: 'Settings' }).click()
    await press('Sign out')
    await page.getByRole('link', { name: 'Sign in' }).waitFor()
    expect(faults).toEqual([])
    await page.close()
  }, 120_000)

  test('what goes wrong is said, and can be tried again', async () => {
    await using conduit = await Conduit.start(database.settings)
    const carol = await conduit.signUp('carol')
    for (let index = 1; index <= 61; index += 1) {
      const article = { title: `Coffee ${index}`, body: 'Beans.', tagList: ['coffee'] }
      await conduit.ask('POST', '/articles', { token: carol, body: { article } })
    }
    const browser = await launchChromium()
    const context = await browser.newContext()
    const page = await context.newPage()
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(error.message))
    const see = (text: string) => page.getByText(text, { exact: true }).first().waitFor()
    const press = (name: string | RegExp) => page.getByRole('button', { name }).first().click()
    const open = (path: string) => page.goto(`${conduit.address}/#/${path}`)

    await open('list/tag:coffee/7')
    await see('Coffee 31')
    const pages = page.getByRole('navigation', { name: 'Pages' })
    expect(await pages.textContent()).toBe('1…56789…13')
    for (const path of ['list/all/none', 'nothing', 'article/none', 'article/%E0']) await open(path)
    await see('There is nothing here.')

    await open('article/coffee-1')
    await press('Follow carol')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.getByLabel('E-mail').fill('carol@example.com')
    await page.getByLabel('Password').fill('battery staple')
    await press('Sign in')
    await see('Address and password do not belong together.')
    await page.getByLabel('Password').fill('correct horse')
    await press('Sign in')
    await page.getByRole('link', { name: 'Settings' }).waitFor()

    const away = (url: URL) => url.pathname.startsWith('/api')
    await open('article/coffee-1')
    await page.getByRole('button', { name: /^Like/ }).waitFor()
    await context.route(away, (route) => route.abort())
    await press(/^Like/)
    await see('Conduit does not answer. Try again.')
    await open('list/tag:coffee/1')
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    await context.unroute(away)
    await press('Try again')
    await see('Coffee 61')

    const other = await context.newPage()
    await other.goto(`${conduit.address}/#/settings`)
    await other.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('link', { name: 'Sign in' }).waitFor()
    await other.close()
    await page.evaluate((token) => localStorage.setItem('conduit.token', token), carol)
    await page.reload()
    await open('editor')
    await page.getByLabel('Title').fill('Late')
    await page.getByLabel('What is it about?').fill('Time')
    await page.getByLabel('Text').fill('It has passed.')
    await page.evaluate(() => localStorage.setItem('conduit.token', 'expired'))
    await press('Publish')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(faults).toEqual([])
  }, 120_000)
}
