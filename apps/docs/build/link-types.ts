import { readFileSync } from 'node:fs'

/** A node of the syntax tree of HTML, as far as links need it. */
interface HtmlNode {
  readonly type: string
  readonly value?: string
  readonly tagName?: string
  readonly properties?: Readonly<Record<string, unknown>>
  children?: HtmlNode[]
}

/** A token of Markdown. */
interface Token {
  readonly type: string
  readonly attrGet?: (name: string) => string | null
}

/**
 * Returns the entry that a code block of the reference declares, such as `core#get`: the block is
 * the first after its heading.
 */
export function declaredEntry(
  page: string,
  tokens: readonly Token[],
  index: number,
): string | undefined {
  const [, module] = /^reference\/(.*)\.md$/.exec(page) ?? []
  const heading = tokens.slice(0, index).findLast(({ type }) => /^(heading_open|fence)$/.test(type))
  if (module === undefined || heading?.type !== 'heading_open') return undefined
  return `${module}#${heading.attrGet?.('id')}`
}

/** Links the types in a code block whose line of language ends with `entry=core#get`. */
export function linkTypes(linksFile: string) {
  let links: Record<string, Record<string, string>> | undefined
  return {
    name: 'link-types',
    span(this: { options: { meta?: { __raw?: string } } }, node: HtmlNode): void {
      const [, entry] = /entry=(\S+)/.exec(this.options.meta?.__raw ?? '') ?? []
      const [child] = node.children ?? []
      if (entry === undefined || child?.value === undefined) return
      links ??= JSON.parse(readFileSync(linksFile, 'utf8')) as NonNullable<typeof links>
      node.children = withLinks(child.value, links[entry] ?? {})
    },
  }
}

function withLinks(text: string, links: Readonly<Record<string, string>>): HtmlNode[] {
  const isComment = /^\s*(?:\/[*/]|\*)/.test(text)
  return text.split(/(\w+)/).map((word): HtmlNode => {
    const value: HtmlNode = { type: 'text', value: word }
    const href = Object.hasOwn(links, word) && !isComment ? links[word] : undefined
    if (href === undefined) return value
    return { type: 'element', tagName: 'a', properties: { href }, children: [value] }
  })
}
