/**
 * Returns a function that merges two texts, for files to which several parts contribute: block-style YAML, example
 * environments, lists of ignored files, and Markdown. The content of the first text is kept, and the second only adds
 * to it. Returns undefined for other files.
 */
export function mergerOf(path: string): ((existing: string, added: string) => string) | undefined {
  if (/\.ya?ml$/.test(path)) return mergeBlocks
  if (/(^|\/)\.(env\.example|gitignore|dockerignore)$/.test(path)) return mergeBlocks
  return /(^|\/)(README|AGENTS)\.md$/.test(path) ? mergeSections : undefined
}

/** A line with the comments above it and the more deeply indented lines below it. */
interface Block {
  readonly key: string
  readonly head: readonly string[]
  readonly inner: readonly string[]
}

/**
 * Adds missing blocks. Both texts have lines such as `key: value` or `KEY=value`; more deeply indented lines belong to
 * the line above. A new block is inserted before the next block that both texts have.
 */
function mergeBlocks(existing: string, added: string): string {
  return `${mergeLines(existing.trimEnd().split('\n'), added.trimEnd().split('\n')).join('\n')}\n`
}

function mergeLines(existing: readonly string[], added: readonly string[]): string[] {
  const merge = ({ head, inner }: Block, other: Block): Block => {
    const isSame = inner.length === 0 && other.inner.length === 0
    return { key: other.key, head, inner: isSame ? [] : mergeLines(inner, other.inner) }
  }
  return insertMissing(blocksOf(existing), blocksOf(added), merge).flatMap(({ head, inner }) => [
    ...head,
    ...inner,
  ])
}

function blocksOf(lines: readonly string[]): Block[] {
  const depth = Math.min(...lines.filter((line) => line.trim() !== '').map(depthOf))
  const blocks: { key: string; head: string[]; inner: string[] }[] = []
  let comments: string[] = []
  for (const line of lines) {
    const key = keyOf(line)
    if (key === undefined) comments.push(line)
    else if (depthOf(line) > depth) blocks.at(-1)?.inner.push(...comments.splice(0), line)
    else blocks.push({ key, head: [...comments.splice(0), line], inner: [] })
  }
  if (comments.length > 0) blocks.push({ key: comments.join('\n'), head: comments, inner: [] })
  return blocks
}

function depthOf(line: string): number {
  return line.length - line.trimStart().length
}

/**
 * Returns the key of a line; undefined for empty lines and comments. A setting that is commented out has a key, too.
 */
function keyOf(line: string): string | undefined {
  const text = line.trim()
  if (text === '' || /^#(?! ?[A-Z_]+=)/.test(text)) return undefined
  return /^(?:# ?)?([\w-]+)(?:=|:(?:\s|$))/.exec(text)?.[1] ?? text
}

/** Adds missing sections, and missing list items to existing sections. */
function mergeSections(existing: string, added: string): string {
  const merge = (section: Section, other: Section): Section => {
    const items = other.text.split('\n').filter((line) => line.startsWith('- '))
    const missing = items.filter((item) => !section.text.includes(item))
    if (missing.length === 0) return section
    const lines = section.text.split('\n')
    const last = lines.findLastIndex((line) => line.startsWith('- '))
    return { ...section, text: lines.toSpliced(last + 1, 0, ...missing).join('\n') }
  }
  const existingSections = sectionsOf(existing)
  const names = new Set(existingSections.map(({ key }) => key))
  // A heading without text in the added file only marks the position of the section before it.
  const addedSections = sectionsOf(added).filter(({ key, text }) => names.has(key) || text !== key)
  return `${insertMissing(existingSections, addedSections, merge)
    .map(({ text }) => text)
    .join('\n\n')}\n`
}

interface Section {
  readonly key: string
  readonly text: string
}

function sectionsOf(markdown: string): Section[] {
  return markdown
    .trim()
    .split(/\n(?=## )/)
    .map((text) => text.trimEnd())
    .map((text) => ({ key: text.split('\n')[0] ?? '', text }))
}

/** Merges entries with the same key. New entries are inserted before the next entry that both lists have. */
function insertMissing<Entry extends { readonly key: string }>(
  existing: readonly Entry[],
  added: readonly Entry[],
  merge: (existing: Entry, added: Entry) => Entry,
): Entry[] {
  const merged = [...existing]
  const indexOf = (key: string) => merged.findIndex((entry) => entry.key === key)
  for (const [index, entry] of added.entries()) {
    const existingIndex = indexOf(entry.key)
    const found = merged[existingIndex]
    if (found) merged[existingIndex] = merge(found, entry)
    else {
      const next = added.slice(index + 1).find(({ key }) => indexOf(key) !== -1)
      merged.splice(next ? indexOf(next.key) : merged.length, 0, entry)
    }
  }
  return merged
}
