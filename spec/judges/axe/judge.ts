import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  missingChromium,
  startChromium,
} from '../../../packages/core/test/support/start-chromium.ts'
import type { Judge } from '../judge.ts'
import { auditConduit } from './audit-conduit.ts'
import { auditDevelopment } from './audit-development.ts'
import { auditDocumentation } from './audit-documentation.ts'
import { auditPingPong } from './audit-ping-pong.ts'
import { auditPlainDocs } from './audit-plain-docs.ts'
import { exceptions } from './exceptions.ts'

export const judge: Judge = {
  name: 'axe',
  source:
    '[the rules of axe-core](https://github.com/dequelabs/axe-core/blob/v4.14.1/doc/rule-descriptions.md) 4.14, on every page that an application serves, and on the site of the documentation',
  isQuick: false,
  exceptions,
  missing: missingChromium,
  async run(cases) {
    const browser = await startChromium()
    const folder = mkdtempSync(join(tmpdir(), 'axe-'))
    try {
      await auditDevelopment(browser, cases)
      await auditConduit(browser, folder, cases)
      await auditPingPong(browser, folder, cases)
      await auditPlainDocs(browser, folder, cases)
      await auditDocumentation(browser, folder, cases)
    } finally {
      await browser.close()
      rmSync(folder, { recursive: true })
    }
  },
}
