import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, test } from 'vitest'
import { cases, streamsAsItGoes } from './contract/cases.ts'
import {
  askThroughLambda,
  askThroughStreaming,
  gateways,
  installStreamingRuntime,
} from './contract/lambda-gateways.ts'
import { createKernel } from './contract/shop.ts'
import { testSite, writeSite } from './contract/site-cases.ts'
import { createSite } from './contract/site.ts'

const root = mkdtempSync(join(tmpdir(), 'fw-site-'))
writeSite(root)
afterAll(() => rmSync(root, { recursive: true, force: true }))

describe.each(Object.entries(gateways))('on Lambda behind %s', (name, gateway) => {
  const ask = askThroughLambda(gateway, createKernel())
  for (const [title, run] of Object.entries(cases)) {
    // A balancer without multi-value headers cannot send repeated query values.
    if (name === 'a load balancer' && title.startsWith('path and query')) continue
    test(title, () => run(ask))
  }
  testSite(askThroughLambda(gateway, createSite(root)))
})

describe.each(Object.entries(gateways))('streaming on Lambda behind %s', (name, gateway) => {
  installStreamingRuntime()
  const ask = askThroughStreaming(gateway, createKernel())
  for (const [title, run] of Object.entries(cases)) {
    if (name.startsWith('a load balancer')) continue
    test(title, () => run(ask))
  }
  test('a stream arrives while it is produced', () => streamsAsItGoes(ask))
  if (!name.startsWith('a load balancer')) testSite(askThroughStreaming(gateway, createSite(root)))
})
