import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** These run the sources in other processes, where no fault is active, or wait for servers that they start. */
const otherProcesses =
  /child_process|worker_threads|(fw|serving)-process|departures-server|written-client|\b(temporaryApplication|inRepositoryCopy)\b|run-program|contract\/platforms|databases\/(start|replicated|redis)-/

/** Sources with tests in other folders. */
const elsewhere: Readonly<Record<string, string>> = {
  'packages/core/src/data':
    'packages/core/test/{data/**/*,features/openapi/{named-types,operations,response-exactness,schemas,validate-responses,values},http/binding/uploads}.test.ts',
  'packages/core/src/calls':
    'packages/core/test/{calls/*,http/chain/*,features/{access,events}/*,features/middleware/timeout}.test.ts',
  'packages/core/src/http': 'packages/core/test/{http/**/*,data/validation/messages}.test.ts',
  'packages/core/src/features/sessions':
    'packages/core/test/features/{sessions/*,middleware/configured-stores}.test.ts',
  'packages/core/src/features/mcp':
    'packages/{core/test/{features/{access,mcp}/**/*,http/{chain/tools,channels/channels,error-handling/error-handlers}},auth/test/mcp-{attacks,hostile,http,schemes}}.test.ts',
}

/**
 * Returns the test files of a folder of sources: those in the folder of the same path in `test`
 * instead of `src`, or else in its nearest parent. Tests that no fault can affect, those that
 * measure how long a matcher takes, and those that find extensions in `node_modules` are left out.
 */
export function testsOf(folder: string): string[] {
  const named = Object.keys(elsewhere).find((name) => `${folder}/`.startsWith(`${name}/`))
  const pattern = elsewhere[named ?? ''] ?? `${testFolderOf(folder)}/**/*.test.ts`
  return globSync(pattern, { exclude: ['**/{fixtures,tutorial}/**'] })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/\/(linear-time|queue\/test\/application)\.test\.ts$/.test(path))
    .filter((path) => !otherProcesses.test(readFileSync(path, 'utf8')))
    .toSorted()
}

function testFolderOf(folder: string): string {
  const [root = '', path = ''] = folder.split(/(?<=\/)src(?:\/|$)/)
  const parts = path.split('/')
  while (parts.length > 0 && !existsSync(join(root, 'test', ...parts))) parts.pop()
  return join(root, 'test', ...parts)
}
