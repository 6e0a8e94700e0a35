import { readManifest } from '../../base/platform/application-manifest.ts'
import type { DocumentHead } from './document.ts'

/**
 * Reads title, version, description and licence from package.json. `fw.openapi` in package.json, which may contain any
 * part of an OpenAPI document, takes precedence.
 */
export function readHead(root: string): DocumentHead {
  const { name, version, description, license, fw } = readManifest(root)
  const { info, ...overrides } = (fw?.openapi ?? {}) as Partial<DocumentHead>
  return {
    info: {
      title: name ?? 'Application',
      version: version ?? '0.0.0',
      ...(description && { description }),
      ...(isSpdx(license) && { license: { name: license, identifier: license } }),
      ...info,
    },
    // The URL is relative to the document, so it is correct behind any prefix.
    servers: [{ url: '.' }],
    security: [],
    components: {},
    ...overrides,
  }
}

function isSpdx(license: string | undefined): license is string {
  return license !== undefined && license !== 'UNLICENSED' && !license.startsWith('SEE LICENSE')
}
