import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { defaultBinding } from '../../../base/container/binding.ts'
import { McpResourceAttribute, providedResources } from './decorators.ts'
import { describeResource, type Resource } from './resource.ts'

const folder = new URL('../../../../docs/', import.meta.url)

/** The documentation of the framework: each page is the resource `fw://docs/<page>`, as Markdown. */
export class DocsResource {
  static readonly [defaultBinding] = (): DocsResource => new DocsResource()

  static [providedResources](): Resource[] {
    // Bundles do not include the pages.
    const files = existsSync(folder) ? readdirSync(folder) : []
    return files
      .filter((file) => file.endsWith('.md'))
      .toSorted()
      .map((file) => toResource(file.slice(0, -3)))
  }

  /** Returns the Markdown of a page. */
  page(name: string): string {
    return readFileSync(new URL(`${name}.md`, folder), 'utf8')
  }
}

function toResource(name: string): Resource {
  const [heading = name, summary = ''] = new DocsResource().page(name).split('\n\n', 2)
  const title = heading.replace(/^#+ /, '')
  const use = new McpResourceAttribute(
    `fw://docs/${name}`,
    name,
    summary.trim().replaceAll('\n', ' '),
    {
      title,
      ttlMs: 3_600_000,
      cacheScope: 'public',
    },
  )
  return {
    class: DocsResource,
    methodName: 'page',
    owner: `DocsResource.page("${name}")`,
    template: undefined,
    ...describeResource(use, 'text/markdown'),
    readArguments: () => [name],
  }
}
