import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { repository } from '../../../packaging/stage-package.ts'
import { toSvg } from './diagram.ts'
import { diagrams } from './diagrams.ts'
import { Sample } from './sample.ts'
import { takeScreenshots } from './screenshots.ts'
import { terminalToSvg } from './terminal.ts'

/**
 * `npm run pictures` writes the pictures of the documentation: diagrams, terminals with real output,
 * and screenshots of a running application. `npm run pictures -- diagrams` writes only the diagrams.
 */
const folder = join(repository, 'packages/core/docs/pictures')
const address = 'http://127.0.0.1:8080'
mkdirSync(folder, { recursive: true })

for (const diagram of diagrams) write(`${diagram.name}.svg`, toSvg(diagram))
if (process.argv[2] !== 'diagrams') {
  const sample = new Sample()
  try {
    await drawDevelopment(sample)
    await drawCheck(sample)
  } finally {
    sample.remove()
  }
}

async function drawDevelopment(sample: Sample): Promise<void> {
  const dev = sample.run('dev')
  await dev.printed(/Inspector/)
  const entry = JSON.stringify({ name: 'Ada', text: 'Lovely.', stars: 5 })
  const headers = { 'content-type': 'application/json' }
  await fetch(`${address}/hello/Ada?times=2`)
  await fetch(`${address}/entries`, { method: 'POST', headers, body: entry })
  await fetch(`${address}/entries`, { method: 'POST', headers, body: '{"name":" "}' })
  await fetch(`${address}/entries`)
  await dev.printed(/422/)
  await dev.printed(/GET {2,}\/entries/)
  const before = dev.output
  const line = `$ npx fw dev\n${before}`
  const alt =
    'fw dev in a terminal: the addresses of the application, its API documentation and the inspector, and a line for each request.'
  write('terminal-dev.svg', terminalToSvg(alt, line))
  await fetch(`${address}/statistics`)
  await dev.printed(/There are no entries[^]*statistics[^]*500/)
  const failure =
    'An error in the terminal: the message, the source, the frames of the application, and the cause.'
  write('terminal-error.svg', terminalToSvg(failure, dev.output.slice(before.length)))
  await takeScreenshots(address, folder)
  await dev.stop()
}

async function drawCheck(sample: Sample): Promise<void> {
  sample.addErrors()
  const check = sample.run('check')
  await check.ended
  const alt = 'fw check in a terminal: two errors with their locations, and how to fix them.'
  write('terminal-check.svg', terminalToSvg(alt, `$ npx fw check\n${check.output}`))
}

function write(name: string, text: string): void {
  writeFileSync(join(folder, name), text)
}
