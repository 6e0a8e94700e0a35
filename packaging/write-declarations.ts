import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { repository } from './stage-package.ts'

/**
 * Writes the declarations of all packages, each in a folder of its name. Without `isChecked`, type errors
 * are not reported, which takes less than half the time.
 */
export function writeDeclarations(output: string, isChecked = true): void {
  const options = [
    ['--project', 'tsconfig.packages.json'],
    ['--noEmit', 'false'],
    ['--emitDeclarationOnly'],
    ['--declaration'],
    ['--rootDir', 'packages'],
    ['--outDir', output],
    isChecked ? [] : ['--noCheck'],
  ]
  const compiler = join(repository, 'node_modules/typescript/bin/tsc')
  execFileSync(process.execPath, [compiler, ...options.flat()], {
    cwd: repository,
    stdio: 'inherit',
  })
}
