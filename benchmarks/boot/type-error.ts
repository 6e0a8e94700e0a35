import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdtempSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { writeEvidence } from '../evidence.ts'
import { median } from '../statistics.ts'
import { Editor } from './language-server.ts'

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '15' },
    evidence: { type: 'boolean', default: false },
  },
})
const rounds = Number(options.rounds)
const repository = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'type-error-'))
const project = join(folder, 'shop')
const explanation = [
  'A project of the template `monorepo` with the packed packages, `vite`, and the language server of TypeScript with',
  'the page of the front end open. From the change of a field in the source of the API to the change of the client on the disk,',
  `and to the error in the page, or to its end; median and slowest of ${rounds} saves each, 2 s apart.`,
  'Where other programs share the processors, the slowest says little.',
]

try {
  await createProject()
  const { written, shown } = await timeSaves()
  const row = (name: string, times: readonly number[]) =>
    `| ${name} | ${median(times).toFixed(0)} ms | ${Math.max(...times).toFixed(0)} ms |`
  const table = [
    '| from the save | median | slowest |',
    '|---|---|---|',
    row('the client is written', written),
    row('the front end shows it', shown),
  ]
  console.log(table.join('\n'))
  if (options.evidence) writeEvidence('type-error', [...explanation, '', ...table])
} finally {
  rmSync(folder, { recursive: true })
}

/** The code of a new user. */
async function createProject(): Promise<void> {
  const packed = join(folder, 'packed')
  execFileSync(process.execPath, [join(repository, 'packaging/pack.ts'), packed])
  const program = join(repository, 'packages/create/bin/create')
  const words = ['shop', '--template=monorepo', '--pm=npm', '--no-git', '--packages=packed']
  const created = spawn(process.execPath, [program, ...words], { cwd: folder })
  created.stderr.pipe(process.stderr)
  const [code] = (await once(created, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`@fw/create has ended with ${code}.`)
}

async function timeSaves(): Promise<{ readonly written: number[]; readonly shown: number[] }> {
  const web = join(project, 'apps/web')
  const client = join(project, 'packages/api-client')
  const page = join(web, 'src/main.ts')
  const api = join(project, 'apps/api/src/notes.ts')
  const source = readFileSync(api, 'utf8')
  const renamed = source.replace(
    'readonly id: int,\n    readonly text:',
    'readonly id: int,\n    readonly words:',
  )
  if (renamed === source) throw new Error(`The template has changed: ${api}`)
  const vite = spawn(
    process.execPath,
    [join(project, 'node_modules/vite/bin/vite.js'), '--port=0'],
    {
      cwd: web,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const ended = once(vite, 'exit')
  await new Promise<void>((resolve) => {
    vite.stdout.on('data', (text) => void (String(text).includes('Local:') && resolve()))
  })
  const [compiler = ''] = globSync('node_modules/@typescript/typescript-*/lib/tsc', {
    cwd: project,
  })
  const editor = new Editor(join(project, compiler), project, page)
  await editor.open(project, page)
  let change = 0
  const watcher = watch(client, (_event, name) => {
    change ||= performance.now()
    if (name !== null) editor.changed(join(client, name))
  })
  const times = { written: [] as number[], shown: [] as number[] }
  for (let round = 0; round < rounds * 2; round++) {
    await sleep(2000)
    const isWrong = round % 2 === 0
    change = 0
    const start = performance.now()
    writeFileSync(api, isWrong ? renamed : source)
    while ((await editor.errors()).length > 0 !== isWrong) await sleep(3)
    times.shown.push(performance.now() - start)
    times.written.push(change - start)
  }
  watcher.close()
  editor.close()
  vite.kill('SIGTERM')
  await ended
  return times
}
