import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** These run the sources in other processes, where no fault is active, or wait for servers that they start. */
const otherProcesses =
  /child_process|worker_threads|(fw|serving)-process|temporary-application|run-program|contract\/platforms|databases\/(start|replicated|redis)-/

/**
 * Returns the test files of a folder of sources: those in the folder of the same path in `test`
 * instead of `src`, or else in its nearest parent. Tests that no fault can affect, and those that
 * measure how long a matcher takes, are left out.
 */
export function testsOf(folder: string): string[] {
  return globSync(`${testFolderOf(folder)}/**/*.test.ts`, {
    exclude: ['**/{fixtures,tutorial}/**'],
  })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !path.endsWith('/linear-time.test.ts'))
    .filter((path) => !otherProcesses.test(readFileSync(path, 'utf8')))
    .toSorted()
}

function testFolderOf(folder: string): string {
  const [root = '', path = ''] = folder.split(/(?<=\/)src(?:\/|$)/)
  const parts = path.split('/')
  while (parts.length > 0 && !existsSync(join(root, 'test', ...parts))) parts.pop()
  return join(root, 'test', ...parts)
}
