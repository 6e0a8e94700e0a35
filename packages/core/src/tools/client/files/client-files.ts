import { readFileSync } from 'node:fs'
import type { Messages } from '../../../data/validation/message.ts'
import type { ClientModel } from '../model/client-model.ts'
import { indexFiles } from './index-files.ts'
import type { ClientFile } from './module-files.ts'
import { operationFiles } from './operation-files.ts'
import { queryFiles } from './query-files.ts'
import { schemaFiles } from './schema-files.ts'
import { toolFiles } from './tool-files.ts'
import { typeFiles } from './type-files.ts'

/** The string that identifies the package.json of a generated client. */
export const packageMark = '"description": "Written by fw client."'

export interface ClientChoices {
  readonly query?: boolean | undefined
  readonly schemas?: boolean | undefined
  readonly tools?: boolean | undefined
  readonly package?: string | undefined
  /** The application's validation messages, for `schemas.js`. */
  readonly messages?: Messages | undefined
  /** The relative path from the client's folder to the application's, with forward slashes. */
  readonly toSources: string
}

/** Returns the files of a client, by name. */
export function clientFiles(
  model: ClientModel,
  { query, schemas, tools, messages, toSources, package: name }: ClientChoices,
): ReadonlyMap<string, string> {
  const sendsForms = model.groups.some(({ operations }) =>
    operations.some(({ input }) => input.send?.kind === 'asForm'),
  )
  return new Map([
    ...indexFiles(model),
    ...operationFiles(model, toSources),
    ...typeFiles(model),
    ...shipped('runtime'),
    ...(sendsForms ? shipped('progress') : []),
    ...(query ? [...queryFiles(model), ...shipped('query-runtime')] : []),
    ...(schemas ? [...schemaFiles(model, messages), ...shipped('schemas-runtime')] : []),
    ...(tools ? [...toolFiles(model), ...shipped('tools-runtime')] : []),
    ...(name === undefined ? [] : [packageFile(name)]),
  ])
}

/** Reads a module that is the same in all clients. */
function shipped(name: string): ClientFile[] {
  return ['.js', '.d.ts'].map((extension): ClientFile => {
    const file = name + extension
    return [file, readFileSync(new URL(`../../../../client/${file}`, import.meta.url), 'utf8')]
  })
}

function packageFile(name: string): ClientFile {
  const parts = [
    `"name": ${JSON.stringify(name)}`,
    '"version": "0.0.0"',
    packageMark,
    '"private": true',
    '"type": "module"',
    '"sideEffects": false',
    '"exports": { ".": "./index.js", "./*": "./*.js", "./*.js": "./*.js" }',
  ]
  return ['package.json', `{\n  ${parts.join(',\n  ')}\n}\n`]
}
