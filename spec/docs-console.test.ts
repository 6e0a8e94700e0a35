import { expect, test } from 'vitest'
import { filesOf } from './repository.ts'

test('the page on the command line lists every command of fw', () => {
  const page = filesOf('packages/core/docs/console.md')[0]?.text ?? ''
  const listed = [...page.matchAll(/^\| `fw ([\w:]+)/gm)].map(([, name]) => name)
  const sources = filesOf('packages/*/src/**/commands/*.ts')
  const commands = sources.flatMap(({ text }) =>
    [...text.matchAll(/^ {2,4}name: '([\w:]+)'/gm)].map(([, name]) => name),
  )
  expect(listed.toSorted()).toEqual(commands.toSorted())
})
