import { describe, test } from 'vitest'
import { verifies } from '../../../../spec/verifies.ts'
import { transports, through } from '../http/serving.ts'
import { cases, streamsAsItGoes, type Ask } from './contract/cases.ts'
import {
  askThroughLambda,
  askThroughStreaming,
  gateways,
  installStreamingRuntime,
} from './contract/lambda-gateways.ts'
import { createKernel } from './contract/shop.ts'

function contract(ask: Ask): void {
  for (const [name, run] of Object.entries(cases)) test(name, () => run(ask))
}

describe.each(transports)('through %s', (_, open) => {
  const ask = through(open, createKernel())
  contract(ask)
  verifies('kernel.fetch', 'a stream arrives while it is made', () => streamsAsItGoes(ask))
})

describe.each(Object.entries(gateways))('on Lambda behind %s', (name, gateway) => {
  const ask = askThroughLambda(gateway)
  for (const [title, run] of Object.entries(cases)) {
    // A balancer without multi-value headers cannot say that a query value repeats.
    if (name === 'a load balancer' && title.startsWith('path and query')) continue
    verifies(['kernel.lambda', 'body.lambda'], title, () => run(ask))
  }
})

describe.each(Object.entries(gateways))('streaming on Lambda behind %s', (name, gateway) => {
  installStreamingRuntime()
  const ask = askThroughStreaming(gateway)
  for (const [title, run] of Object.entries(cases)) {
    if (name.startsWith('a load balancer')) continue
    verifies('kernel.lambda', title, () => run(ask))
  }
  verifies('kernel.lambda', 'a stream arrives while it is made', () => streamsAsItGoes(ask))
})
