import { globSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const modules = fileURLToPath(new URL('../../../../../../node_modules', import.meta.url))

/** The programs that npm packages bring; undefined where npm has none for this machine. */
export const programs = {
  // Its install script, if it may run, moves the program into the package.
  bun: find(['@oven/*/bin/bun{,.exe}', 'bun/bin/bun.exe']),
  deno: find('@deno/*/deno{,.exe}'),
  workerd: find('@cloudflare/workerd-*/bin/workerd{,.exe}'),
}

function find(pattern: string | string[]): string | undefined {
  const [found] = globSync(pattern, { cwd: modules })
  return found && join(modules, found)
}
