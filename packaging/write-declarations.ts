import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { repository } from './stage-package.ts'

/** Writes the declarations of all packages, each in a folder of its name. */
export function writeDeclarations(output: string): void {
  const options = [
    ['--project', 'tsconfig.packages.json'],
    ['--noEmit', 'false'],
    ['--emitDeclarationOnly'],
    ['--declaration'],
    ['--rootDir', 'packages'],
    ['--outDir', output],
  ]
  const compiler = join(repository, 'node_modules/typescript/bin/tsc')
  execFileSync(process.execPath, [compiler, ...options.flat()], {
    cwd: repository,
    stdio: 'inherit',
  })
}
