import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import { fileURLToPath } from 'node:url'
import { installPacked } from '../boot/install-packed.ts'
import { writeEvidence } from '../evidence.ts'
import { median, ratioCell } from '../statistics.ts'
import { expectedOperations, routesPerResource } from './routes.ts'

const usage = `The OpenAPI document of an application that has booted, made once in a fresh process.

  --rounds 15          documents of each
  --routes 1000        routes of the application
  --only fastify,nest  contestants beside fw
  --evidence           write the table to benchmarks/evidence
`

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '15' },
    routes: { type: 'string', default: '1000' },
    only: { type: 'string', default: 'fastify,nest' },
    evidence: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
if (options.help) {
  console.log(usage)
  process.exit()
}

const names = ['fw', ...options.only.split(',').filter(Boolean)]
const packages = mkdtempSync(join(tmpdir(), 'openapi-'))
process.once('exit', () => rmSync(packages, { recursive: true }))
installPacked(packages)
const resources = Number(options.routes) / routesPerResource
const expected = expectedOperations(resources)
const found = new Map(names.map((name) => [name, { processor: [], wall: [] } as Times]))

interface Times {
  readonly processor: number[]
  readonly wall: number[]
}

interface Report {
  readonly milliseconds: number
  readonly processorMilliseconds: number
  readonly document: string
}

for (let round = 0; round < Number(options.rounds); round++) {
  for (const index of names.keys()) {
    const name = names[(index + round) % names.length] as string
    const { milliseconds, processorMilliseconds, document } = run(name)
    verify(name, document)
    found.get(name)?.processor.push(processorMilliseconds)
    found.get(name)?.wall.push(milliseconds)
  }
}

const base = found.get('fw')?.processor ?? []
const rows = [...found].map(
  ([name, { processor, wall }]) =>
    `| ${name} | ${median(processor).toFixed(0)} ms | ${ratioCell(processor, base)} | ` +
    `${median(wall).toFixed(0)} ms | ${Math.min(...wall).toFixed(0)} ms |`,
)
const table = [
  '| contestant | processor time | ratio | wall time | fastest |',
  '|---|---|---|---|---|',
  ...rows,
].join('\n')
console.log(table)
if (options.evidence) {
  writeEvidence('openapi', [
    `The document of ${options.routes} routes on ${resources} controllers, made once in a fresh process from an application that`,
    'has booted, up to its text as JSON: for fw the first request for /openapi.json, which loads the generator too.',
    'All are used as they are published.',
    'Processor time is that of all threads; medians of the rounds, in brackets the middle half of their ratios.',
    '',
    table,
  ])
}

function run(name: string): Report {
  const program = fileURLToPath(new URL(`contestants/${name}.ts`, import.meta.url))
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [program, String(resources), packages],
    {
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    },
  )
  if (status !== 0) throw new Error(`${name} failed:\n${stderr}`)
  return JSON.parse(stdout) as Report
}

/** The same operations, each with its responses, and a schema for each resource. */
function verify(name: string, text: string): void {
  const { paths, components } = JSON.parse(text) as {
    paths: Record<string, Record<string, { responses: object }>>
    components: { schemas: object }
  }
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, { responses }]) => Object.keys(responses).length > 0)
      .map(([method]) => `${method.toUpperCase()} ${path.replace(/\/$/u, '')}`),
  )
  if (!isDeepStrictEqual(operations.toSorted(), expected)) {
    throw new Error(`${name} describes ${operations.length} operations, and not the expected ones.`)
  }
  if (Object.keys(components.schemas).length !== resources + 2) {
    throw new Error(`${name} has ${Object.keys(components.schemas).length} schemas.`)
  }
}
