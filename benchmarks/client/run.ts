import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { writeEvidence } from '../evidence.ts'
import type { Call, Contestant } from './contestant.ts'
import { contestant as eden } from './contestants/eden.ts'
import { contestant as fw } from './contestants/fw.ts'
import { contestant as hono } from './contestants/hono.ts'
import { contestant as orpc } from './contestants/orpc.ts'
import { contestant as trpc } from './contestants/trpc.ts'

const { values: options } = parseArgs({
  options: {
    resources: { type: 'string', default: '100' },
    evidence: { type: 'boolean', default: false },
  },
})

const repository = fileURLToPath(new URL('../..', import.meta.url))
const compiler = join(repository, 'node_modules/typescript/bin/tsc')
const operationsPerResource = 10
const resources = Array.from({ length: Number(options.resources) }, (_, index) => `Item${index}`)
const calls = resources.slice(0, 10).map((resource, index): Call => ({
  resource,
  group: resource.charAt(0).toLowerCase() + resource.slice(1),
  kind: index % 2 === 0 ? 'show' : 'create',
  variable: `found${index}`,
}))

/** A program that calls nothing: what the libraries of the compiler cost by themselves. */
const nothing: Contestant = { name: 'no client', sources: () => ({}), program: () => 'export {}\n' }

const config = {
  compilerOptions: {
    target: 'es2024',
    lib: ['es2024', 'dom', 'dom.iterable'],
    module: 'nodenext',
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    types: [],
  },
  files: ['main.ts'],
}

interface Cost {
  readonly instantiations: number
  readonly types: number
  readonly seconds: number
}

const rows = [nothing, fw, trpc, hono, eden, orpc].map((contestant) => {
  const folder = mkdtempSync(join(tmpdir(), 'fw-bench-client-'))
  try {
    write(folder, contestant)
    const { instantiations, types, seconds } = compile(folder, contestant)
    return `| ${contestant.name} | ${instantiations} | ${types} | ${seconds.toFixed(2)} s |`
  } finally {
    rmSync(folder, { recursive: true })
  }
})
const table = [
  '| client | instantiations | types | total time |',
  '|---|---|---|---|',
  ...rows,
].join('\n')
console.log(table)
if (options.evidence) {
  writeEvidence('client', [
    `A program with ${calls.length} calls into ${resources.length * operationsPerResource} operations, compiled by tsc, which tells its type instantiations, its types and its time`,
    'in one run. fw: what fw client has written; the others infer from the sources of their servers,',
    'in the lightest form that each of them has. Every program holds a mistake that its compiler has to find.',
    '',
    table,
  ])
}

function write(folder: string, contestant: Contestant): void {
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'))
  const files = {
    ...contestant.sources(resources),
    'package.json': '{ "type": "module" }',
    'tsconfig.json': JSON.stringify(config),
    'main.ts': contestant.program(calls),
  }
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  contestant.prepare?.(folder)
}

function compile(folder: string, { name }: Contestant): Cost {
  const words = [compiler, '--extendedDiagnostics']
  const { stdout, status } = spawnSync(process.execPath, words, { cwd: folder, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${name} does not compile:\n${stdout.slice(0, 3000)}`)
  const figure = (label: string) => {
    const text = new RegExp(`^${label}:\\s+([\\d.]+)`, 'm').exec(stdout)?.[1]
    if (text === undefined) throw new Error(`tsc says nothing of ${label}:\n${stdout}`)
    return Number(text)
  }
  return {
    instantiations: figure('Instantiations'),
    types: figure('Types'),
    seconds: figure('Total time'),
  }
}
