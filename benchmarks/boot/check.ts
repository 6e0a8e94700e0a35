import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { fortyMistakes } from '../../packages/core/test/tools/check/forty-mistakes.ts'
import { writeEvidence } from '../evidence.ts'
import { median } from '../statistics.ts'
import { writeApplication } from './cold-start-programs.ts'
import { installPacked } from './install-packed.ts'
import { timeProcess } from './time-process.ts'

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '15' },
    evidence: { type: 'boolean', default: false },
  },
})
const rounds = Number(options.rounds)
const folder = mkdtempSync(join(tmpdir(), 'check-'))
const explanation = [
  `fw check from the sources, on the packed packages: from the start of the process to its end, and what it takes of the`,
  `processors; medians of ${rounds} interleaved runs. Where other programs share the processors, the former says little.`,
]

interface Program {
  readonly root: string
  readonly words: readonly string[]
  /** The minimum number of errors and warnings that it finds. */
  readonly findings: number
}

try {
  installPacked(folder)
  const fw = join(folder, 'node_modules/@fw/core/bin/fw')
  const check = [fw, 'check', '--format', 'github']
  const mistaken = { ...fortyMistakes }
  delete mistaken['package.json']
  const programs: Record<string, Program> = {
    'node, of nothing': { root: application('nothing', 0), words: ['--eval', ''], findings: 0 },
    'fw check, of 3 routes': { root: application('small', 1), words: check, findings: 2 },
    'fw check, of 300 routes': { root: application('large', 100), words: check, findings: 200 },
    'fw check, of 300 routes and forty mistakes': {
      root: application('mistaken', 100, mistaken),
      words: check,
      findings: 240,
    },
  }
  const tables = [
    '| program | start to end | of the processors |',
    '|---|---|---|',
    ...rows(programs),
  ]
  console.log(tables.join('\n'))
  if (options.evidence) writeEvidence('check', [...explanation, '', ...tables])
} finally {
  rmSync(folder, { recursive: true })
}

function application(
  name: string,
  controllers: number,
  files: Readonly<Record<string, string>> = {},
): string {
  const root = join(folder, name)
  writeApplication(root, controllers)
  for (const [path, text] of Object.entries(files)) writeFileSync(join(root, path), text)
  symlinkSync(join(folder, 'node_modules'), join(root, 'node_modules'))
  return root
}

function rows(programs: Readonly<Record<string, Program>>): string[] {
  const found = Object.values(programs).map((): [number[], number[]] => [[], []])
  for (let round = -2; round < rounds; round++) {
    Object.values(programs).forEach((program, index) => {
      const [time, used] = run(program)
      if (round < 0) return
      found[index]?.[0].push(time)
      found[index]?.[1].push(used)
    })
  }
  return Object.keys(programs).map((name, index) => {
    const cells = (found[index] ?? []).map((times) => `${median(times).toFixed(0)} ms`)
    return `| ${[name, ...cells].join(' | ')} |`
  })
}

/** Milliseconds from start to end, and of the processors. */
function run({ root, words, findings }: Program): [number, number] {
  const { time, processorTime, stdout, stderr } = timeProcess(words, root)
  const lines = stdout.split('\n').filter((line) => line.startsWith('::')).length
  if (lines < findings) throw new Error(`${lines} findings in ${root}: ${stdout}${stderr}`)
  return [time, processorTime]
}
