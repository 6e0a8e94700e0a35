import { serve } from '@fw/core/node'
import { kernelOf } from '../../../packages/core/test/features/mcp/serving.ts'
import type { CaseList, Judge } from '../judge.ts'
import { exceptions } from './exceptions.ts'
import { ConformanceTools } from './fixtures/conformance-tools.ts'
import { type Check, listScenarios, runSuite } from './suite.ts'

export const judge: Judge = {
  name: 'mcp',
  source:
    '[the conformance suite of the Model Context Protocol](https://github.com/modelcontextprotocol/conformance), 0.2.0-alpha.12',
  isQuick: true,
  exceptions,
  async run(cases) {
    const server = await serve(kernelOf([ConformanceTools]), { port: 0, host: '127.0.0.1' })
    try {
      await judgeServer(`http://127.0.0.1:${server.port}/mcp`, cases)
    } finally {
      await server.close()
    }
  },
}

// The suite has no scenarios of its own for 2025-03-26; these are within that version.
const scenariosOf2025March = [
  'server-initialize',
  'ping',
  'tools-list',
  'tools-call-simple-text',
  'tools-call-image',
  'tools-call-audio',
  'tools-call-embedded-resource',
  'tools-call-mixed-content',
  'tools-call-error',
  'tools-call-with-progress',
  'resources-list',
  'resources-read-text',
  'resources-read-binary',
  'resources-templates-read',
  'dns-rebinding-protection',
]

const runs = {
  '2025-03-26': scenariosOf2025March.map((name) =>
    `--scenario ${name} --spec-version 2025-03-26 --force`.split(' '),
  ),
  '2025-06-18': [['--suite', 'all', '--spec-version', '2025-06-18']],
  // Each frozen set has every scenario of its version, the pending ones included.
  '2025-11-25': [['--requirements', '2025-11-25']],
  '2026-07-28': [['--requirements', '2026-07-28']],
  // The scenarios that are in no set; most belong to extensions of the protocol.
  other: [['--suite', 'all']],
}

/** Each case is a check of a scenario, at one version of the protocol. */
async function judgeServer(url: string, cases: CaseList): Promise<void> {
  const [names, results] = await Promise.all([listScenarios(), runSuite(url, runs)])
  const judged = new Set<string>()
  for (const [version, scenarios] of results) {
    const rest = [...scenarios].filter(([name]) => version !== 'other' || !judged.has(name)).sort()
    for (const [name, checks] of rest) {
      judged.add(name)
      await judgeScenario(`${version}: ${name}`, checks, cases)
    }
  }
  await cases.check('every scenario of the suite has run', () => {
    const missing = names.filter((name) => !judged.has(name))
    if (names.length < 60 || missing.length > 0) {
      throw new Error(`Of ${names.length} scenarios, these have not run: ${missing.join(', ')}`)
    }
  })
}

async function judgeScenario(
  name: string,
  checks: readonly Check[],
  cases: CaseList,
): Promise<void> {
  const judged = checks.filter(({ status }) => status !== 'INFO')
  if (judged.every(({ id }) => id === wireFormat)) {
    await cases.check(name, () => {
      throw new Error('The scenario has judged nothing.')
    })
  }
  for (const [id, group] of Map.groupBy(judged, ({ id }) => id)) {
    await cases.check(`${name}: ${id}`, () => {
      const failed = group.find(({ status }) => status !== 'SUCCESS')
      if (failed) throw new Error(messageOf(failed))
    })
  }
}

/** The check that the suite adds to each scenario. */
const wireFormat = 'wire-schema-valid'

function messageOf({ status, errorMessage, details }: Check): string {
  return `${status} ${errorMessage ?? JSON.stringify(details)}`
}
