import type { ClientModel } from '../model/client-model.ts'
import { importAll, moduleFiles, type ClientFile } from './module-files.ts'

/** Writes the entry point of a client. */
export function indexFiles({ groups }: ClientModel): ClientFile[] {
  const names = groups.map(({ name }) => name).join(', ')
  const imports = groups.map(({ name, file }) => importAll('import', name, file)).join('')
  // Lists the operations, because a namespace that is passed as a value becomes an additional object in bundles.
  const bound = groups.map(({ name, operations }) => {
    const members = operations.map((each) => `${each.name}: ${name}.${each.name}`)
    return `    ${name}: { ${members.join(', ')} },\n`
  })
  const members = groups.map(({ name }) => `  readonly ${name}: typeof ${name}\n`).join('')
  return moduleFiles(
    'index',
    `import { bindGroups } from './runtime.js'\n${imports}\n` +
      `export { ApiError } from './runtime.js'\nexport { ${names} }\n\n` +
      `export const createClient = (options) =>\n  bindGroups(options, {\n${bound.join('')}  })\n`,
    `import type { BoundClient, ClientOptions } from './runtime.js'\n${imports}\n` +
      `export { ApiError } from './runtime.js'\nexport type * from './runtime.js'\nexport type * from './types.js'\n` +
      `export { ${names} }\n\n` +
      `/** The operations of all groups, with the options of this client. */\n` +
      `export interface Client extends BoundClient {\n${members}}\n\n` +
      `export declare function createClient(options?: ClientOptions): Client\n`,
  )
}
