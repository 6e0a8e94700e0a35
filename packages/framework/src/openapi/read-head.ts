import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DocumentHead } from './document.ts'

/**
 * Title, version, description and licence from the package.json of an application, and over them what stands under
 * `fw.openapi` there: any part of an OpenAPI document.
 */
export async function readHead(root: string): Promise<DocumentHead> {
  const manifest = await readManifest(root)
  const { name, version, description, license } = manifest
  const { info, ...given } = manifest.fw?.openapi ?? {}
  return {
    info: {
      title: name ?? 'Application',
      version: version ?? '0.0.0',
      ...(description && { description }),
      ...(isSpdx(license) && { license: { name: license, identifier: license } }),
      ...info,
    },
    // Relative to the document: wherever that is served, its routes are beside it.
    servers: [{ url: '.' }],
    security: [],
    components: {},
    ...given,
  }
}

interface Manifest {
  readonly name?: string
  readonly version?: string
  readonly description?: string
  readonly license?: string
  readonly fw?: { readonly openapi?: Partial<DocumentHead> }
}

async function readManifest(root: string): Promise<Manifest> {
  try {
    return JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as Manifest
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {}
    throw error
  }
}

function isSpdx(license: string | undefined): license is string {
  return license !== undefined && license !== 'UNLICENSED' && !license.startsWith('SEE LICENSE')
}
