import { beforeAll, beforeEach, expect, test } from 'vitest'
import { openChromium, needsChromium } from '../../../packages/core/test/support/chromium.ts'
import { inRepositoryCopy } from '../../../packages/core/test/support/temporary-application.ts'
import { describeSqlite } from '../../../packages/queue/test/databases.ts'
import { buildFrontEnd, Conduit } from './start-conduit.ts'

const folder = inRepositoryCopy('apps/conduit')

beforeAll(() => buildFrontEnd(folder))
beforeEach(needsChromium)

// The interface is the same on other databases, where collection.test.ts tests it.
describeSqlite((_title, database) => {
  test('a user signs up, writes', async () => {
    await using conduit = await Conduit.start(database.settings, folder)
    const bob = await conduit.signUp('bob')
    for (let index = 1; index <= 7; index += 1) {
      const article = { title: `Tea ${index}`, body: 'Leaves.', tagList: ['tea'] }
      await conduit.ask('POST', '/articles', { token: bob, body: { article } })
    }
    const page = await (await openChromium()).newPage()
    const faults: string[] = []
    const undocumented = conduit.documented.watch(page)
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
    expect(await undocumented()).toEqual([])
    await page.close()
  })

  test('errors are shown, and the action can be retried', async () => {
    await using conduit = await Conduit.start(database.settings, folder)
    const carol = await conduit.signUp('carol')
    for (let index = 1; index <= 61; index += 1) {
      const article = { title: `Coffee ${index}`, body: 'Beans.', tagList: ['coffee'] }
      await conduit.ask('POST', '/articles', { token: carol, body: { article } })
    }
    const browser = await openChromium()
    const context = await browser.newContext()
    const page = await context.newPage()
    const faults: string[] = []
    const undocumented = conduit.documented.watch(page)
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
    await see('Conduit does not respond. Try again.')
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
    expect(await undocumented()).toEqual([])
  })

  test('articles are Markdown, and scripts of authors do not run', async () => {
    await using conduit = await Conduit.start(database.settings, folder)
    const mallory = await conduit.signUp('mallory')
    const article = { title: 'Trap', description: 'Look', body: hostile, tagList: [] }
    await conduit.ask('POST', '/articles', { token: mallory, body: { article } })
    const page = await (await openChromium()).newPage()
    const stolen: string[] = []
    await page.exposeFunction('steal', (from: string) => stolen.push(from))
    page.on('dialog', (dialog) => void stolen.push(dialog.message()))
    const missing = page.waitForResponse(/missing\.png$/)
    await page.goto(`${conduit.address}/#/article/trap`)
    await missing
    const shown = page.locator('.text')
    expect(await shown.locator('h2, li, strong, code, td').allTextContents()).toEqual([
      'Tea',
      'black',
      'hot, green',
      'hot',
      '<script>',
      'Oolong',
    ])
    const safe = shown.getByRole('link', { name: 'a shop' })
    expect(await safe.getAttribute('rel')).toBe('nofollow noreferrer ugc')
    for (const link of await shown.locator('a:not([href^="https:"])').all()) await link.click()
    const active = 'script, iframe, object, embed, svg, style, form, input, base, meta, [onclick]'
    expect(await shown.locator(active).count()).toBe(0)
    const marked =
      '[onerror], [onload], [style], [class], [id], [href^="javascript" i], [href^="data"]'
    expect(await shown.locator(marked).count()).toBe(0)
    // Anything that an element has started is done once the page answers.
    expect(await page.evaluate(() => document.title)).toBe('Trap – Conduit')
    expect(stolen).toEqual([])
    expect(new URL(page.url()).hash).toBe('#/article/trap')
    await page.close()
  })

  test('slow actions show progress, a deletion is confirmed, and fields support autofill', async () => {
    await using conduit = await Conduit.start(database.settings, folder)
    const page = await (await openChromium()).newPage()
    const fillings = () =>
      page
        .locator('form :is(input, textarea)')
        .evaluateAll((fields) => fields.map((field) => field.getAttribute('autocomplete')))
    await page.goto(`${conduit.address}/#/login`)
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    expect(await fillings()).toEqual(['email', 'current-password'])
    await page.goto(`${conduit.address}/#/register`)
    await page.getByRole('button', { name: 'Sign up' }).waitFor()
    expect(await fillings()).toEqual(['username', 'email', 'new-password'])

    await page.getByLabel('Name').fill('dora')
    await page.getByLabel('E-mail').fill('dora@example.com')
    await page.getByLabel('Password').fill('correct horse')
    const held = Promise.withResolvers<void>()
    await page.route('**/api/users', async (route) => {
      await held.promise
      await route.continue()
    })
    const send = page.getByRole('button', { name: 'Sign up' })
    await send.click()
    await page.locator('form[aria-busy="true"]').waitFor()
    expect(await send.isDisabled()).toBe(true)
    const lists = Promise.withResolvers<void>()
    await page.route('**/api/tags', async (route) => {
      await lists.promise
      await route.continue()
    })
    held.resolve()
    await page.locator('main[aria-busy="true"]').waitFor()
    lists.resolve()
    await page.getByRole('heading', { name: 'Your feed' }).waitFor()
    expect(await page.locator('[aria-busy]').count()).toBe(0)

    const token = await page.evaluate(() => localStorage.getItem('conduit.token') ?? '')
    const article = { title: 'Short', description: 'Brief', body: 'Text.', tagList: [] }
    await conduit.ask('POST', '/articles', { token, body: { article } })
    const comment = { body: 'Mine.' }
    await conduit.ask('POST', '/articles/short/comments', { token, body: { comment } })
    const asked: string[] = []
    let isAgreed = false
    page.on('dialog', async (dialog) => {
      asked.push(dialog.message())
      await (isAgreed ? dialog.accept() : dialog.dismiss())
    })
    await page.goto(`${conduit.address}/#/article/short`)
    const remove = page.getByRole('button', { name: /^Delete/ })
    await page.getByText('Mine.').waitFor()
    for (const button of await remove.all()) await button.click()
    await page.reload()
    await page.getByText('Mine.').waitFor()
    isAgreed = true
    await remove.last().click()
    await page.getByText('Mine.').waitFor({ state: 'detached' })
    await remove.first().click()
    await page.getByRole('heading', { name: 'Your feed' }).waitFor()
    expect((await conduit.ask('GET', '/articles/short', { token })).status).toBe(404)
    expect(asked.toSorted()).toEqual([
      'Delete "Short" with its comments?',
      'Delete "Short" with its comments?',
      'Delete this comment?',
      'Delete this comment?',
    ])
    await page.close()
  })
})

/** Markdown of an author who wants to run scripts in the browsers of readers. */
const hostile = `## Tea

- black
- **hot**, green

\`<script>\`, and [a shop](https://example.com)

| Sort |
| --- |
| Oolong |

<script>steal('script')</script>
<img src="/missing.png" onerror="steal('image')">
<svg onload="steal('svg')"><script>steal('nested')</script></svg>
<iframe srcdoc="<script>parent.steal('frame')</script>"></iframe>
<object data="javascript:steal('object')"></object>
<style>main { display: none }</style>
<form action="javascript:steal('form')"><input name="q" autofocus onfocus="steal('focus')"></form>
<details open ontoggle="steal('details')"><summary>More</summary></details>
<p id="notice" class="problems" style="position: fixed; inset: 0" onclick="steal('click')">Cover</p>
<math><mtext><table><mglyph><style><img src=x onerror="steal('mutation')"></style></mglyph></table></mtext></math>

[Press](javascript:steal('link')) <a href="jAvAsCrIpT:steal('case')">me</a>
[data](data:text/html,<script>steal('data')</script>) ![x](javascript:steal('source'))
`
