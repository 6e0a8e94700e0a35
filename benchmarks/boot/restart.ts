import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { writeEvidence } from '../evidence.ts'
import { median } from '../statistics.ts'
import { writeApplication } from './cold-start-programs.ts'
import { installPacked } from './install-packed.ts'
import { freePort } from '../../packages/core/test/support/free-port.ts'

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '15' },
    evidence: { type: 'boolean', default: false },
  },
})
const rounds = Number(options.rounds)
const folder = mkdtempSync(join(tmpdir(), 'restart-'))
const explanation = [
  `fw dev on the packed packages: from the change of a file to the first answer with it, asked for every 3 ms;`,
  `median and slowest of ${rounds} changes. A change comes so long after the last answer with the one before.`,
  'Where other programs share the processors, the slowest says little.',
]

try {
  installPacked(folder)
  const table = ['| application | the next change | median | slowest |', '|---|---|---|---|']
  for (const controllers of [1, 100]) {
    for (const pause of [2000, 500]) table.push(await restartRow(controllers, pause))
  }
  console.log(table.join('\n'))
  if (options.evidence) writeEvidence('restart', [...explanation, '', ...table])
} finally {
  rmSync(folder, { recursive: true })
}

async function restartRow(controllers: number, pause: number): Promise<string> {
  const application = join(folder, `application${controllers}-${pause}`)
  writeApplication(application, controllers)
  symlinkSync(join(folder, 'node_modules'), join(application, 'node_modules'))
  const times = (await timeRestarts(application, pause)).toSorted((one, other) => one - other)
  const slowest = times.at(-1) ?? Number.NaN
  return (
    `| ${controllers * 3} routes | after ${pause / 1000} s | ${median(times).toFixed(0)} ms ` +
    `| ${slowest.toFixed(0)} ms |`
  )
}

async function timeRestarts(application: string, pause: number): Promise<number[]> {
  const port = await freePort()
  const fw = join(folder, 'node_modules/@fw/core/bin/fw')
  const dev = spawn(process.execPath, [fw, 'dev', '--host=127.0.0.1', `--port=${port}`], {
    cwd: application,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(dev, 'exit')
  const file = join(application, 'src/orders1.ts')
  const source = readFileSync(file, 'utf8')
  const times: number[] = []
  await answered(port, '"id":1}')
  for (let round = 1; round <= rounds; round++) {
    await sleep(pause)
    const start = performance.now()
    writeFileSync(file, source.replace('id: 1 ', `id: ${round + 1000} `))
    await answered(port, `"id":${round + 1000}}`)
    times.push(performance.now() - start)
  }
  dev.kill('SIGTERM')
  await ended
  return times
}

async function answered(port: number, text: string): Promise<void> {
  while (!(await ask(port)).includes(text)) await sleep(3)
}

function ask(port: number): Promise<string> {
  return new Promise((resolve) => {
    const request = get({ port, host: '127.0.0.1', path: '/orders1', agent: false }, (response) => {
      let text = ''
      response.on('data', (chunk) => (text += String(chunk)))
      response.once('end', () => resolve(text))
    })
    request.once('error', () => resolve(''))
  })
}
