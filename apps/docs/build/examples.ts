import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'
import { repository } from '../../../packaging/stage-package.ts'
import { isOfApplication, snippetsOf } from '../../../spec/snippets.ts'
import { toAnchor } from './keywords.ts'

/** A section of a page. */
interface Section {
  /** The link to it, such as `http.md#routes`. */
  readonly link: string
  readonly title: string
}

/** A section of the guides that uses an export. */
export interface Usage extends Section {
  /** The code that uses it; undefined if all code is too long to be an example. */
  readonly code: string | undefined
}

interface Program extends Section {
  /** The modules from which the program imports its names. */
  readonly imports: ReadonlyMap<string, string>
  readonly statements: readonly string[]
}

const longest = 24

/** Returns where the guides use an export: its shortest example, or the first longer one. */
export function findUsage(module: string, name: string): Usage | undefined {
  const word = new RegExp(`(?<![\\w.'-])${name}(?![\\w'-])`)
  const usages = readPrograms().flatMap(({ imports, statements, link, title }) =>
    imports.get(name) === module
      ? statements
          .filter((statement) => word.test(statement))
          .map((code) => ({ code, link, title, lines: code.split('\n').length }))
      : [],
  )
  const [shortest] = usages.toSorted((a, b) => a.lines - b.lines)
  if (!shortest) return undefined
  const { code, link, title, lines } = shortest
  return { code: lines > longest ? undefined : code, link, title }
}

/** Returns the section that explains the messages of an error and how to fix them. */
export function findMeaning(error: string): Section | undefined {
  const page = 'errors.md'
  const text = readFileSync(join(docs, page), 'utf8')
  const position = text.indexOf(`\n**\`${error}\`**\n`)
  return position === -1 ? undefined : sectionAt(page, text, position)
}

let programs: readonly Program[] | undefined

/** The programs of the guides, which tests run. The pages of other frameworks come last. */
function readPrograms(): readonly Program[] {
  programs ??= globSync('*.md', { cwd: docs })
    .toSorted((a, b) => Number(a.startsWith('from-')) - Number(b.startsWith('from-')))
    .flatMap(programsOf)
  return programs
}

const docs = join(repository, 'packages/core/docs')
const examples = join(repository, 'packages/core/test/examples')

function programsOf(page: string): Program[] {
  const text = readFileSync(join(docs, page), 'utf8')
  return snippetsOf(text).flatMap(({ language, file, text: code, line }) => {
    // Parts of applications are methods and classes that are too long to be the example of an export.
    if (language !== 'ts' || file === undefined || isOfApplication(file)) return []
    const position = text.split('\n').slice(0, line).join('\n').length
    return {
      ...sectionAt(page, text, position),
      imports: importsOf(readFileSync(join(examples, file), 'utf8')),
      statements: statementsOf(code),
    }
  })
}

function sectionAt(page: string, text: string, position: number): Section {
  const [, pageTitle = page] = /^# (.*)$/m.exec(text) ?? []
  const headings = text.slice(0, position).matchAll(/^##+ (.*)$/gm)
  const sections = [...headings].map(([, heading = '']) => heading)
  const section = sections.at(-1)
  if (section === undefined) return { link: page, title: pageTitle }
  const anchor = toAnchor(section)
  const earlier = sections.filter((heading) => toAnchor(heading) === anchor).length - 1
  const suffix = earlier === 0 ? '' : `-${earlier}`
  return { link: `${page}#${anchor}${suffix}`, title: `${pageTitle}: ${section}` }
}

function importsOf(source: string): Map<string, string> {
  const imports = source.matchAll(/^import (?:type )?\{([^}]*)\} from '([^']+)'/gm)
  return new Map(
    [...imports].flatMap(([, names = '', module = '']) =>
      names
        .split(',')
        .map((name): [string, string] => [name.replace(/^\s*(?:type )?|\s*$/g, ''), module]),
    ),
  )
}

/** The statements of a program except imports, each with its comments and decorators. */
function statementsOf(code: string): string[] {
  let end = 0
  return parseSync('example.ts', code).program.body.flatMap((statement) => {
    const text = code.slice(end, statement.end).trim()
    end = statement.end
    return statement.type === 'ImportDeclaration' ? [] : [text]
  })
}
