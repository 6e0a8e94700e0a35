import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { transform } from '@fw/transform'
import { transformSync } from 'oxc-transform'
import { writeEvidence } from '../evidence.ts'
import { measure, tableHead, tableRow } from '../measure.ts'
import { median } from '../statistics.ts'
import { compileApplication, writeApplication } from './application.ts'
import { timeProcess } from './time-process.ts'

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '15' },
    evidence: { type: 'boolean', default: false },
  },
})
const rounds = Number(options.rounds)
const explanation = [
  'A module of 200 lines, described and lowered, beside lowering alone by oxc-transform: median of the',
  'rounds and of their ratios. Then the processor time of a process from its start to its end, median of',
  'interleaved runs, and what the loader adds to the same program as JavaScript.',
]

const folder = mkdtempSync(join(tmpdir(), 'boot-'))

try {
  writeApplication(folder, 20)
  compileApplication(folder)
  const tables = [await transformTable(), '', ...startTable()]
  console.log(tables.join('\n'))
  if (options.evidence) writeEvidence('transform', [...explanation, '', ...tables])
} finally {
  rmSync(folder, { recursive: true })
}

async function transformTable(): Promise<string> {
  const file = join(folder, 'orders1.ts')
  const text = readFileSync(file, 'utf8')
  const found = await measure<string>(
    {
      'lowering alone': (source) =>
        transformSync(file, source, { sourcemap: true, decorator: { legacy: true } }).code,
      transform: (source) => transform(source, file).code,
    },
    { rounds, milliseconds: 200, createInputs: () => Array.from({ length: 20 }, () => text) },
  )
  return [tableHead('module', found), tableRow('200 lines', found)].join('\n')
}

function startTable(): string[] {
  const loader = ['--import', '@fw/transform/register']
  const programs = {
    'nothing, without the loader': ['empty.js'],
    'nothing, with the loader': [...loader, 'empty.js'],
    '1 module as JavaScript': ['money.js'],
    '1 module with the loader': [...loader, 'money.ts'],
    '22 modules as JavaScript': ['main.js'],
    '22 modules with the loader': [...loader, 'main.ts'],
  }
  const found = Object.values(programs).map((): number[] => [])
  for (let round = 0; round < rounds; round++) {
    Object.values(programs).forEach((args, index) => found[index]?.push(processorTime(args)))
  }
  return [
    '| program | processor time | added |',
    '|---|---|---|',
    ...Object.keys(programs).map((name, index) => {
      const times = found[index] ?? []
      const added = times.map((time, round) => time - (found[index - 1]?.[round] ?? 0))
      const cell = index % 2 === 1 ? `${median(added).toFixed(0)} ms` : ''
      return `| ${name} | ${median(times).toFixed(0)} ms | ${cell} |`
    }),
  ]
}

/** Milliseconds that a program takes of the processor. */
function processorTime(args: string[]): number {
  const { status, stderr, processorTime: used } = timeProcess(args, folder)
  if (status !== 0) throw new Error(stderr)
  return used
}
