import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'

const root = new URL('..', import.meta.url)

/** Writes a table with what it takes to repeat it to `evidence/<date>-<name>.md`. */
export function writeEvidence(name: string, lines: readonly string[]): void {
  const date = new Date().toISOString().slice(0, 10)
  const processors = cpus()
  const file = new URL(`evidence/${date}-${name}.md`, import.meta.url)
  mkdirSync(new URL('.', file), { recursive: true })
  writeFileSync(
    file,
    [
      `# ${name}, ${date}`,
      '',
      `Commit ${commit()}, Node ${process.version}, ${processors.length} × ${processors[0]?.model.trim()}.`,
      '',
      ...lines,
      '',
    ].join('\n'),
  )
  console.log(`Written: benchmarks/evidence/${date}-${name}.md`)
}

function commit(): string {
  const git = (...words: string[]) => execFileSync('git', words, { cwd: root }).toString().trim()
  const changed = git('status', '--porcelain', '--', 'packages', 'benchmarks/**/*.ts') !== ''
  return git('rev-parse', '--short', 'HEAD') + (changed ? ' with uncommitted changes' : '')
}
