import { posix } from 'node:path'
import { parseSync, type Node } from 'oxc-parser'
import type { SourceFile } from '../repository.ts'

/** Words that readers have to translate, and the words to use in names instead. */
const words: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/^answer(?:s|ed|ing)?$/u, 'response, respond'],
  [/^(?:un)?told$|^tell(?:s|ing)?$/u, 'notify, report, send, or a noun for the value'],
  [/^words?$|^word(?:ed|ing)$/u, 'argv, arguments, message, name'],
  [/^judge(?:s|d|ments?)?$/u, 'check, evaluate, decide'],
  [/^dress(?:es|ed)?$/u, 'a verb for what the code does'],
  [/^(?:lend|lent)$/u, 'acquire, pass'],
  [/^(?:nobody|somebody|whoever|whose)$/u, 'anonymous, caller'],
  [/^trouble$/u, 'error, errorReport'],
  [/^patience$/u, 'timeout'],
  [/^(?:soon|anew)$/u, 'buffered, again'],
  [/^(?:stood|grown)$/u, 'a noun for the value'],
]

/** Names that contain such a word in its usual meaning, with that meaning. */
const allowed: ReadonlyMap<string, string> = new Map([
  ['packages/core/src/base/container/candidates.ts wordsIn', 'words of a source'],
  ['packages/transform/src/return-types.ts wordsIn', 'words of a source'],
  ['packages/transform/src/parse/lexical.ts wordsBeforeExpressions', 'words of a source'],
  ['packages/transform/src/parse/lexical.ts startsWord', 'words of a source'],
  ['packages/transform/src/parse/lexical.ts wordBefore', 'words of a source'],
  ['packages/transform/src/parse/lexical.ts isWordPart', 'words of a source'],
])

/** Returns the words of the dialect in the names of files and of declarations at the top of a module. */
export function findDialectNames(file: SourceFile): string[] {
  return namesIn(file)
    .filter((name) => !allowed.has(`${file.path} ${name}`))
    .flatMap((name) =>
      wordsIn(name).flatMap((word) =>
        words
          .filter(([pattern]) => pattern.test(word))
          .map(([, instead]) => `${file.path}: ${name} contains "${word}". Write ${instead}.`),
      ),
    )
}

/** Returns the allowed names that no longer exist. */
export function unusedAllowances(files: readonly SourceFile[]): string[] {
  const names = new Set(
    files.flatMap((file) => namesIn(file).map((name) => `${file.path} ${name}`)),
  )
  return [...allowed.keys()].filter((key) => !names.has(key))
}

function namesIn(file: SourceFile): string[] {
  const { program } = parseSync(file.path, file.text)
  return [posix.basename(file.path), ...program.body.flatMap(declaredIn)]
}

function declaredIn(node: Node): string[] {
  if (node.type === 'ExportNamedDeclaration')
    return node.declaration ? declaredIn(node.declaration) : []
  if (node.type === 'VariableDeclaration') {
    return node.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []))
  }
  return 'id' in node && node.id?.type === 'Identifier' ? [node.id.name] : []
}

/** Splits `readServerTexts` and `read-server-texts.ts` into words. */
function wordsIn(name: string): string[] {
  return name.split(/[^a-zA-Z]+|(?<=[a-z])(?=[A-Z])/u).map((word) => word.toLowerCase())
}
