import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from '@fw/core/node'
import type { Judge } from '../judge.ts'
import { checkCase } from './check-case.ts'
import type { ContentCase } from './content-case.ts'
import { createKernel } from './create-kernel.ts'

/** Makes a judge of a table of cases, which are sent to the server for Node.js. */
export function contentJudge(
  facts: Pick<Judge, 'name' | 'source' | 'exceptions'>,
  cases: readonly ContentCase[],
): Judge {
  return {
    ...facts,
    isQuick: true,
    async run(list) {
      const root = mkdtempSync(join(tmpdir(), 'fw-content-'))
      const options = { port: 0, host: '127.0.0.1', shutdownTimeout: 1000 }
      const { port, close } = await serve(createKernel(root), options)
      try {
        await Promise.all(cases.map((each) => list.check(each.name, () => checkCase(port, each))))
      } finally {
        await close()
        rmSync(root, { recursive: true })
      }
    },
  }
}
