import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { fileURLToPath, pathToFileURL } from 'node:url'

const run = promisify(execFile)
const plugin = fileURLToPath(new URL('../src/index.ts', import.meta.url))
const fw = fileURLToPath(new URL('../../core/bin/fw', import.meta.url))

/** A message of a linter: the rule, the location and the text. */
export interface Problem {
  readonly rule: string
  readonly line: number
  readonly column: number
  readonly text: string
}

/** The location from which an installed package is loaded. */
function addressOf(name: string): string {
  return pathToFileURL(createRequire(import.meta.url).resolve(name)).href
}

/** The program of an installed package. */
function programOf(name: string, path: string): string {
  return join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), path)
}

/** Lints `src` of a folder by oxlint, as its `.oxlintrc.json` says. */
export async function lintByOxlint(root: string): Promise<Problem[]> {
  const printed = await outputOf(programOf('oxlint', 'bin/oxlint'), ['--format=json', 'src'], root)
  const { diagnostics } = JSON.parse(printed) as { diagnostics: OxlintDiagnostic[] }
  return diagnostics.flatMap(({ code, message, labels: [label] }) =>
    label
      ? [{ rule: ruleIn(code), line: label.span.line, column: label.span.column, text: message }]
      : [],
  )
}

/** Lints `src` of a folder by ESLint, as its `eslint.config.js` says. */
export async function lintByEslint(root: string): Promise<Problem[]> {
  const printed = await outputOf(
    programOf('eslint', 'bin/eslint.js'),
    ['--format=json', 'src'],
    root,
  )
  const results = JSON.parse(printed) as { messages: EslintMessage[] }[]
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, line, column, message }) => ({
      rule: (ruleId ?? '').replace('@fw/lint/', ''),
      line,
      column,
      text: message,
    })),
  )
}

/** The messages of `fw check`, without locations. */
export async function messagesOfCheck(root: string): Promise<string[]> {
  const printed = await outputOf(fw, ['check', '--format', 'json'], root)
  const findings = JSON.parse(printed) as { readonly text: string }[]
  return findings.map(({ text }) => withoutLocations(text, root))
}

function withoutLocations(text: string, root: string): string {
  return text
    .replaceAll(/ \([^()\s]+:\d+:\d+\)/gu, '')
    .replaceAll(/ at [^\s]+:\d+:\d+(?=:)/gu, '')
    .replaceAll(`${root}/`, '')
}

interface OxlintDiagnostic {
  readonly code: string
  readonly message: string
  readonly labels: readonly { readonly span: { readonly line: number; readonly column: number } }[]
}

interface EslintMessage {
  readonly ruleId: string | null
  readonly line: number
  readonly column: number
  readonly message: string
}

/** The rule of `@fw/lint(rule)`. */
function ruleIn(code: string): string {
  return /\(([^()]+)\)$/u.exec(code)?.[1] ?? code
}

/** Returns the output of a program, for any exit code. */
async function outputOf(program: string, args: readonly string[], cwd: string): Promise<string> {
  try {
    return (await run(process.execPath, [program, ...args], { cwd, maxBuffer: 2 ** 26 })).stdout
  } catch (error) {
    const { stdout } = error as { readonly stdout?: string }
    if (stdout === undefined || stdout === '') throw error
    return stdout
  }
}

/** The settings of both linters for a folder. */
export const settings = {
  '.oxlintrc.json': JSON.stringify({
    plugins: [],
    categories: { correctness: 'off' },
    jsPlugins: [plugin],
    rules: Object.fromEntries(
      [
        'readable-type',
        'attribute-called',
        'export-class',
        'placeholder',
        'duplicate-route',
        'constraint-fits',
        'return-type',
        'job-properties',
        'await-dispatch',
      ].map((name) => [`@fw/lint/${name}`, 'error']),
    ),
  }),
  // The parser needs TypeScript 6, and a package that it shares with others would load the one of this repository.
  'eslint.config.js': `import { registerHooks } from 'node:module'

registerHooks({
  resolve: (name, context, next) =>
    name === 'typescript'
      ? { url: ${JSON.stringify(addressOf('typescript'))}, format: 'commonjs', shortCircuit: true }
      : next(name, context),
})
const { default: parser } = await import(${JSON.stringify(addressOf('@typescript-eslint/parser'))})
const { default: fw } = await import(${JSON.stringify(plugin)})

export default [{ files: ['**/*.ts'], languageOptions: { parser }, ...fw.configs.recommended }]
`,
}
