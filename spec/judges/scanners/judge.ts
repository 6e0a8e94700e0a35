import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildFrontEnd, Conduit } from '../../../apps/conduit/test/start-conduit.ts'
import type { Judge } from '../judge.ts'
import { judgePaths } from './paths.ts'
import { missingPrograms } from './programs.ts'
import { judgeSlowClients } from './slow-clients.ts'
import { judgeVulnerabilities } from './vulnerabilities.ts'

/** Bounded runs of scanners against Conduit. */
export const judge: Judge = {
  name: 'scanners',
  source: 'slowhttptest 1.8, wapiti 3.0 and ffuf 1.1 of Debian, against Conduit',
  isQuick: false,
  missing: missingPrograms,
  async run(cases) {
    await buildFrontEnd()
    const folder = mkdtempSync(join(tmpdir(), 'scanners-'))
    try {
      const database = { DB_CONNECTION: 'sqlite', DB_NAME: join(folder, 'conduit.sqlite') }
      await using conduit = await Conduit.start(database)
      await writeArticles(conduit)
      await judgePaths(conduit.address, folder, cases)
      await judgeVulnerabilities(conduit.address, folder, cases)
      await judgeSlowClients(conduit.address, cases)
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
}

async function writeArticles(conduit: Conduit): Promise<void> {
  const token = await conduit.signUp('ada')
  for (let index = 1; index <= 30; index += 1) {
    const article = { title: `Tea ${index}`, body: 'Leaves. '.repeat(1000), tagList: ['tea'] }
    await conduit.ask('POST', '/articles', { token, body: { article } })
  }
}
