import { expect, test } from 'vitest'
import { filesOf, type SourceFile } from './repository.ts'
import { snippetsOf } from './snippets.ts'

test('the page on the command line lists every command of fw', () => {
  const page = filesOf('packages/core/docs/console.md')[0]?.text ?? ''
  const listed = [...page.matchAll(/^\| `fw ([\w:]+)/gm)].map(([, name]) => name)
  const sources = filesOf('packages/*/src/**/commands/*.ts')
  const commands = sources.flatMap(({ text }) =>
    [...text.matchAll(/^ {2,4}name: '([\w:]+)'/gm)].map(([, name]) => name),
  )
  expect(listed.toSorted()).toEqual(commands.toSorted())
})

test('URLs with ? in commands are quoted, because zsh reads ? as a pattern', () => {
  const documents = filesOf('README.md', '{packages,apps}/**/*.md')
  expect(documents.flatMap(bareQueries)).toEqual([])
  const text =
    "```sh\ncurl localhost/a?b=1\n```\n\n```console\n$ curl 'localhost/a?b=1'\na?b=1\n```"
  expect(bareQueries({ path: 'sample.md', text })).toEqual(['sample.md: curl localhost/a?b=1'])
})

/** The values of variables need no quotes. */
function bareQueries({ path, text }: SourceFile): string[] {
  return snippetsOf(text)
    .filter(({ language }) => language === 'sh' || language === 'console')
    .flatMap(({ language, text: shown }) =>
      language === 'sh' ? shown.split('\n') : [...(shown.match(/(?<=^\$ ).*/gm) ?? [])],
    )
    .filter((line) => /\S[/\w]\?\w/.test(line.replaceAll(/'[^']*'|"[^"]*"|\b[A-Z_]+=\S+/g, '')))
    .map((line) => `${path}: ${line}`)
}
