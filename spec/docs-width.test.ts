import { expect, test } from 'vitest'
import { filesOf, type SourceFile } from './repository.ts'
import { snippetsOf } from './snippets.ts'

const documents = filesOf('README.md', '{packages,apps}/*/README.md', 'packages/*/docs/**/*.md')

/** The site shows this many characters of code without scrolling sideways. */
const columns = 72

test('the code and the commands of every document fit 72 columns', () => {
  expect(documents.flatMap(wideLines)).toEqual([])
})

test('a wide line of a program or of a command is found', () => {
  const long = 'x'.repeat(73)
  const blocks = [
    `\`\`\`ts a.ts\n${long}\nshort\n\`\`\``,
    `\`\`\`console\n$ curl \\\n  ${long}\n${long}\n$ ${long.slice(2)}\n\`\`\``,
    `\`\`\`text\n${long}\n\`\`\``,
  ]
  expect(wideLines({ path: 'sample.md', text: blocks.join('\n\n') })).toEqual([
    'sample.md:2: 73 characters',
    'sample.md:8: 75 characters',
    'sample.md:10: 73 characters',
  ])
})

/** The output of programs is as wide as they print it, and a page must not change it. */
function wideLines({ path, text }: SourceFile): string[] {
  return snippetsOf(text)
    .filter(({ language }) => language !== 'text')
    .flatMap((snippet) => {
      const code = snippet.language === 'console' ? onlyCommands(snippet.text) : snippet.text
      return code
        .split('\n')
        .map((line, index) => ({ length: line.length, place: snippet.line + index + 1 }))
        .filter(({ length }) => length > columns)
        .map(({ length, place }) => `${path}:${place}: ${length} characters`)
    })
}

/** Empties the lines of a session that are not of a command. A command may have several lines. */
function onlyCommands(session: string): string {
  const lines = /(^\$ (?:'[^']*'|\\\n|.)*$)|^.+$/gm
  return session.replaceAll(lines, (_, command?: string) => command ?? '')
}
