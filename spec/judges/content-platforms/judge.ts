import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundle } from '../../../packages/core/test/http/adapters/contract/bundle.ts'
import { startReporting } from '../../../packages/core/test/http/adapters/contract/platforms.ts'
import { programs } from '../../../packages/core/test/http/adapters/contract/programs.ts'
import { checkCase } from '../content/check-case.ts'
import type { CaseList, Judge } from '../judge.ts'
import { cases as compression } from '../compression/cases.ts'
import { cases as conditional } from '../conditional/cases.ts'
import { exceptions as ofConditional } from '../conditional/exceptions.ts'
import { cases as cookies } from '../cookies/cases.ts'
import { exceptions as ofCookies } from '../cookies/exceptions.ts'
import { cases as cors } from '../cors/cases.ts'
import { cases as multipart } from '../multipart/cases.ts'
import { cases as negotiation } from '../negotiation/cases.ts'
import { cases as ranges } from '../ranges/cases.ts'
import { cases as urlencoded } from '../urlencoded/cases.ts'
import { exceptions as ofUrlencoded } from '../urlencoded/exceptions.ts'

const tables = {
  compression,
  conditional,
  cookies,
  cors,
  multipart,
  negotiation,
  ranges,
  urlencoded,
}

const entry = new URL('fixtures/serve.ts', import.meta.url)

/** The cases that do not pass on Node.js do not pass elsewhere either. */
const exceptions = Object.fromEntries(
  ['Bun', 'Deno'].flatMap((platform) => [
    ...Object.entries(ofConditional).map(([name, why]) => [
      `${platform}, conditional: ${name}`,
      why,
    ]),
    ...Object.entries(ofCookies).map(([name, why]) => [`${platform}, cookies: ${name}`, why]),
    ...Object.entries(ofUrlencoded).map(([name, why]) => [`${platform}, urlencoded: ${name}`, why]),
  ]),
)

export const judge: Judge = {
  name: 'content-platforms',
  source: `The tables of ${Object.keys(tables).join(', ')}, on Bun and on Deno`,
  isQuick: true,
  exceptions,
  async run(list) {
    const folder = mkdtempSync(join(tmpdir(), 'fw-content-'))
    try {
      await bundle(entry, folder)
      const main = join(folder, 'main.js')
      const { bun, deno } = programs
      const denoArgs = ['run', '--allow-all', main, join(folder, 'deno')]
      await Promise.all([
        runOn('Bun', list, bun as string, ['run', main, join(folder, 'bun')]),
        runOn('Deno', list, deno as string, denoArgs),
      ])
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
      await Promise.all(
        cases.map((each) =>
          list.check(`${platform}, ${table}: ${each.name}`, () => checkCase(port, each)),
        ),
      )
    }
  } finally {
    await stop()
  }
}
