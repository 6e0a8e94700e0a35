import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { repositoryRoot as root } from './repository.ts'

const document = readFileSync(`${root}/ARCHITECTURE.md`, 'utf8')
const [, section = ''] = /^## A request\n([^]*?)\n## /m.exec(document) ?? []

test('the table of a request names the files that requests enter, and no others', () => {
  const { get, post } = trace()
  const entered = [...new Set([...get, ...post])]
  const links = [...section.matchAll(/\(packages\/framework\/src\/([^)]+)\)/g)].map(
    ([, path = '']) => path,
  )
  const covers = (link: string, file: string) => file === link || file.startsWith(`${link}/`)
  expect(entered.filter((file) => !links.some((link) => covers(link, file)))).toEqual([])
  expect(links.filter((link) => !entered.some((file) => covers(link, file)))).toEqual([])
  expect(section).toContain(
    `A GET with a placeholder enters ${get.length} files, a POST with a checked body ${post.length}.`,
  )
})

function trace(): { readonly get: readonly string[]; readonly post: readonly string[] } {
  const words = ['--import', '@fw/transform/register', 'spec/request/trace.ts']
  return JSON.parse(execFileSync(process.execPath, words, { cwd: root, encoding: 'utf8' }))
}
