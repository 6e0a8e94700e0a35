import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, test } from 'vitest'
import { transports, useTransport } from '../serving.ts'
import { cases, streamsAsItGoes } from './contract/cases.ts'
import { createKernel } from './contract/shop.ts'
import { testSite, writeSite } from './contract/site-cases.ts'
import { createSite } from './contract/site.ts'

const root = mkdtempSync(join(tmpdir(), 'fw-site-'))
writeSite(root)
afterAll(() => rmSync(root, { recursive: true, force: true }))

describe.each(transports)('through %s', (_, open) => {
  const ask = useTransport(open, createKernel())
  for (const [name, run] of Object.entries(cases)) test(name, () => run(ask))
  test('a stream arrives while it is produced', () => streamsAsItGoes(ask))
  testSite(useTransport(open, createSite(root)))
})
