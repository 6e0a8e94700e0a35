import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { repositoryRoot as root } from './repository.ts'

/** The files of the framework that a request enters, its calls, and the stack frames to the method. */
interface Trace {
  readonly files: readonly string[]
  readonly calls: number
  readonly frames: number
}

const document = readFileSync(`${root}/ARCHITECTURE.md`, 'utf8')
const [, section = ''] = /^## A request\n([^]*?)\n## /m.exec(document) ?? []
const { get, post, cors, compress, failed } = trace()

test('the steps of a request link to exactly the files that requests pass through', () => {
  const entered = [...new Set([get, post, cors, failed].flatMap(({ files }) => files))]
  const links = [...section.matchAll(/\(packages\/core\/src\/([^)]+)\)/g)].map(
    ([, path = '']) => path,
  )
  const covers = (link: string, file: string) => file === link || file.startsWith(`${link}/`)
  expect(entered.filter((file) => !links.some((link) => covers(link, file)))).toEqual([])
  expect(links.filter((link) => !entered.some((file) => covers(link, file)))).toEqual([])
})

test('the table of requests has the figures of a running server', () => {
  const rows = [...section.matchAll(/^\| (.+?) +\| +(\d+) +\| +(\d+) +\| +(\d+) +\|$/gm)]
  const figures = ({ files, calls, frames }: Trace) => [files.length, calls, frames]
  expect(rows.map(([, name, ...numbers]) => [name, ...numbers.map(Number)])).toEqual([
    ['GET with a placeholder', ...figures(get)],
    ['POST with a checked body', ...figures(post)],
    ['GET with CORS', ...figures(cors)],
    ['GET with CORS and compression', ...figures(compress)],
    ['GET whose method throws', ...figures(failed)],
  ])
})

function trace(): Readonly<Record<'get' | 'post' | 'cors' | 'compress' | 'failed', Trace>> {
  const words = ['--import', '@fw/transform/register', 'spec/request/trace.ts']
  const options = { cwd: root, encoding: 'utf8', stdio: 'pipe' } as const
  return JSON.parse(execFileSync(process.execPath, words, options))
}
