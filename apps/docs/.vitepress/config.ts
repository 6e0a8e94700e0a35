import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { defineConfig } from 'vitepress'
import { toAnchor, withKeywords } from '../build/keywords.ts'
import { declaredEntry, linkTypes } from '../build/link-types.ts'
import { readSections, referenceLinksFile, release } from '../build/pages.ts'
import { titleOf } from '../build/site-markdown.ts'

const pages = join(import.meta.dirname, '../dist/pages')
const description = 'A TypeScript web framework in which you write each declaration once.'

interface Fence {
  (
    tokens: { type: string; info: string }[],
    index: number,
    options: { highlight?: (code: string) => string },
    env: Environment,
    ...rest: unknown[]
  ): string
}

interface Environment {
  readonly relativePath: string
  readonly isForSearch?: boolean
}

interface Markdown {
  readonly renderer: { readonly rules: { fence?: Fence } }
  renderAsync(text: string, env: unknown): Promise<string>
}

export default defineConfig({
  title: 'fw',
  description,
  srcDir: 'dist/pages',
  cacheDir: 'dist/cache',
  base: './',
  cleanUrls: false,
  metaChunk: true,
  // The documents name the addresses of the reader's own application.
  ignoreDeadLinks: 'localhostLinks',
  head: [
    [
      'link',
      {
        rel: 'icon',
        href: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="%233451b2"/><text x="16" y="22" font-family="sans-serif" font-size="16" font-weight="700" fill="white" text-anchor="middle">fw</text></svg>',
      },
    ],
  ],
  markdown: {
    anchor: { slugify: toAnchor },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    codeTransformers: [linkTypes(join(pages, referenceLinksFile))],
    config: extendCodeBlocks,
  },
  transformPageData: ({ relativePath }) => ({ description: descriptionOf(relativePath) }),
  transformHead: ({ page, pageData }) => [
    ['link', { rel: 'alternate', type: 'text/markdown', href: basename(page) }],
    ['meta', { property: 'og:type', content: 'article' }],
    ['meta', { property: 'og:site_name', content: 'fw' }],
    ['meta', { property: 'og:title', content: pageData.title }],
    ['meta', { property: 'og:description', content: pageData.description }],
    ['meta', { name: 'twitter:card', content: 'summary' }],
  ],
  themeConfig: {
    release,
    search: {
      provider: 'local',
      options: {
        _render: (text: string, env: Environment, md: Markdown) =>
          md.renderAsync(withKeywords(env.relativePath.replace('.md', ''), text), {
            ...env,
            isForSearch: true,
          }),
        miniSearch: {
          // Guides come before the reference, whose signatures repeat many words.
          searchOptions: { boostDocument: (id) => (id.includes('/reference/') ? 0.2 : 1) },
        },
      },
    },
    outline: [2, 3],
    footer: { message: 'MIT licence' },
    nav: [
      { text: 'Start', link: '/getting-started' },
      { text: 'Tutorial', link: '/tutorial' },
      { text: 'All pages', link: '/contents' },
      { text: 'Reference', link: '/reference/core' },
    ],
    sidebar: [
      ...readSections().map(({ title, links }) => ({
        text: title,
        collapsed: !['Start', 'Tutorial'].includes(title),
        items: links.map(({ title: text, page }) => ({ text, link: `/${page}` })),
      })),
      { text: 'Modules', collapsed: true, items: referenceItems() },
    ],
  },
} as Parameters<typeof defineConfig>[0])

/**
 * Adds the name of its file above a code block, and the entry that a declaration belongs to. For the search, the colors
 * of the code are left out: they take most of the time of a build.
 */
function extendCodeBlocks({ renderer: { rules } }: Markdown): void {
  const { fence } = rules
  if (!fence) return
  rules.fence = (tokens, index, options, env, ...rest) => {
    const token = tokens[index]
    const title = titleOf(token?.info ?? '')
    const entry = declaredEntry(env.relativePath, tokens, index)
    if (token && entry) token.info += ` entry=${entry}`
    const highlighting = env.isForSearch ? { ...options, highlight: withoutTags } : options
    const block = fence(tokens, index, highlighting, env, ...rest)
    return title ? `<div class="titled"><div class="file">${title}</div>${block}</div>` : block
  }
}

/** Separates the words of code without characters that HTML would have to escape. */
function withoutTags(code: string): string {
  return code.replaceAll(/[<&]/g, ' ')
}

/** The first paragraph of a page, without Markdown. */
function descriptionOf(page: string): string {
  const [, paragraph = ''] = readFileSync(join(pages, page), 'utf8').split('\n\n', 2)
  if (!/^[\w`]/.test(paragraph) || page === 'index.md') return description
  return paragraph
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*]/g, '')
    .replaceAll('\n', ' ')
}

function referenceItems() {
  return globSync('reference/*.md', { cwd: pages })
    .map((path) => ({
      text: readFileSync(join(pages, path), 'utf8').split('\n', 1)[0]?.slice(2) ?? '',
      link: `/${path.replace(/\.md$/, '')}`,
    }))
    .toSorted((a, b) => a.text.localeCompare(b.text))
}
