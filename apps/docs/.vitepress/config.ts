import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitepress'
import { readSections, release } from '../build/pages.ts'

const pages = join(import.meta.dirname, '../dist/pages')

export default defineConfig({
  title: 'fw',
  description: 'A web application framework for TypeScript in which you state each fact once.',
  srcDir: 'dist/pages',
  cacheDir: 'dist/cache',
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
  },
  transformHead: ({ page, siteData }) => [
    ['link', { rel: 'alternate', type: 'text/markdown', href: siteData.base + page }],
  ],
  themeConfig: {
    release,
    search: {
      provider: 'local',
      options: {
        miniSearch: {
          // Guides come before the reference, whose signatures repeat many words.
          searchOptions: { boostDocument: (id) => (id.includes('/reference/') ? 0.2 : 1) },
        },
      },
    },
    outline: [2, 3],
    nav: [
      { text: 'Guide', link: '/getting-started' },
      { text: 'Contents', link: '/contents' },
      { text: 'Reference', link: '/reference/fw' },
    ],
    sidebar: [
      ...readSections().map(({ title, links }) => ({
        text: title,
        collapsed: false,
        items: links.map(({ title: text, page }) => ({ text, link: `/${page}` })),
      })),
      { text: 'Reference', collapsed: true, items: referenceItems() },
    ],
  },
} as Parameters<typeof defineConfig>[0])

/** The anchors that GitHub makes, which the documents link to. */
function toAnchor(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')
}

function referenceItems() {
  return globSync('reference/*.md', { cwd: pages })
    .map((path) => ({
      text: readFileSync(join(pages, path), 'utf8').split('\n', 1)[0]?.slice(2) ?? '',
      link: `/${path.replace(/\.md$/, '')}`,
    }))
    .toSorted((a, b) => a.text.localeCompare(b.text))
}
