import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundle } from '../../../packages/framework/test/adapters/contract/bundle.ts'
import { startReporting } from '../../../packages/framework/test/adapters/contract/platforms.ts'
import { programs } from '../../../packages/framework/test/adapters/contract/programs.ts'
import { checkCase } from '../content/check-case.ts'
import type { CaseList, Judge } from '../judge.ts'
import { cases as compression } from '../compression/cases.ts'
import { cases as conditional } from '../conditional/cases.ts'
import { cases as ranges } from '../ranges/cases.ts'

const tables = { compression, conditional, ranges }

const entry = new URL('fixtures/serve.ts', import.meta.url)

export const judge: Judge = {
  name: 'content-platforms',
  source: `The tables of ${Object.keys(tables).join(', ')}, on Bun and on Deno`,
  isQuick: true,
  async run(list) {
    const folder = mkdtempSync(join(tmpdir(), 'fw-content-'))
    try {
      await bundle(entry, folder)
      const main = join(folder, 'main.js')
      const { bun, deno } = programs
      await runOn('Bun', list, bun as string, ['run', main, join(folder, 'bun')])
      await runOn('Deno', list, deno as string, ['run', '--allow-all', main, join(folder, 'deno')])
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
}

async function runOn(
  platform: string,
  list: CaseList,
  program: string,
  args: readonly string[],
): Promise<void> {
  const { port, stop } = await startReporting(program, args)
  try {
    for (const [table, cases] of Object.entries(tables)) {
      for (const each of cases) {
        await list.check(`${platform}, ${table}: ${each.name}`, () => checkCase(port, each))
      }
    }
  } finally {
    await stop()
  }
}
