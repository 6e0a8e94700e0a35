import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = import.meta.dirname
const names = globSync('*/run.ts', { cwd: here }).map(dirname).sort()
const [name = '', ...options] = process.argv.slice(2)

if (names.includes(name)) {
  const program = fileURLToPath(new URL(`${name}/run.ts`, import.meta.url))
  process.exitCode =
    spawnSync(process.execPath, [program, ...options], { stdio: 'inherit' }).status ?? 1
} else {
  console.log(`npm run bench -- <${names.join('|')}> [--help]`)
  process.exitCode = name === '' ? 0 : 2
}
