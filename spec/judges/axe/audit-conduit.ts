import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { buildFrontEnd, Conduit } from '../../../apps/conduit/test/start-conduit.ts'
import type { CaseList } from '../judge.ts'
import { auditPage } from './audit.ts'

/** Audits the views of Conduit's front end, for anonymous readers and for an author. */
export async function auditConduit(
  browser: Browser,
  folder: string,
  cases: CaseList,
): Promise<void> {
  await buildFrontEnd()
  const database = { DB_CONNECTION: 'sqlite', DB_NAME: join(folder, 'conduit.sqlite') }
  await using conduit = await Conduit.start(database)
  const ada = await conduit.signUp('ada')
  await writeArticles(conduit, ada)
  const page = await browser.newPage()
  const audit = async (hash: string, text: string) => {
    await page.goto(`${conduit.address}/#/${hash}`)
    await page.getByText(text).first().waitFor()
    await auditPage(`Conduit ${name}#/${hash}`, page, cases)
  }
  let name = ''
  await audit('', 'Tea 7')
  await audit('list/tag:tea/2', 'Tea 2')
  await audit('article/tea-1', 'Leaves.')
  await audit('login', 'Password')
  await audit('register', 'E-mail')
  await audit('nothing', 'There is nothing here.')
  await page.evaluate((token) => localStorage.setItem('conduit.token', token), ada)
  await page.reload()
  name = 'of an author '
  await audit('', 'No articles are here yet.')
  await audit('article/tea-1', 'Post comment')
  await audit('editor', 'Publish')
  await audit('settings', 'Sign out')
  await audit('profile/ada/written/1', 'Tea 7')
  await page.close()
}

async function writeArticles(conduit: Conduit, token: string): Promise<void> {
  for (let index = 1; index <= 7; index += 1) {
    const article = { title: `Tea ${index}`, body: 'Leaves.', tagList: ['tea'] }
    await conduit.ask('POST', '/articles', { token, body: { article } })
  }
  const body = { comment: { body: 'I agree.' } }
  await conduit.ask('POST', '/articles/tea-1/comments', { token, body })
}
