import { readManifest } from '../platform/application-manifest.ts'
import type { DocumentHead } from './document.ts'

/**
 * Title, version, description and licence from the package.json of an application, and over them what stands under
 * `fw.openapi` there: any part of an OpenAPI document.
 */
export function readHead(root: string): DocumentHead {
  const { name, version, description, license, fw } = readManifest(root)
  const { info, ...given } = (fw?.openapi ?? {}) as Partial<DocumentHead>
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

function isSpdx(license: string | undefined): license is string {
  return license !== undefined && license !== 'UNLICENSED' && !license.startsWith('SEE LICENSE')
}
