// Draws writing at random, to be read by a person: `node spec/prose/sample.ts <seed>`.
import { seeded } from '../../packages/core/test/attack/random.ts'
import { readProse } from './prose.ts'
import type { Prose } from './prose.ts'

/** The number of pieces of each kind. */
const sizes = { comment: 60, message: 40, paragraph: 20 } as const

const seed = Number(process.argv[2] ?? 1)
const random = seeded(seed)
const all = readProse().filter(({ at }) => isPublished(at))
for (const [kind, size] of Object.entries(sizes)) {
  console.log(`\n# ${kind}s of seed ${seed}\n`)
  for (const { at, text } of draw(
    all.filter((prose) => prose.kind === kind && isReadable(prose)),
    size,
  )) {
    console.log(`${at}\n  ${text}`)
  }
}

/** True for sources and pages that users of the packages read. */
function isPublished(at: string): boolean {
  return /^(packages\/[^/]+\/(src|client|docs)\/|[^/]+\.md|decisions\/|packages\/[^/]+\/\w+\.md)/.test(
    at,
  )
}

/** False for headings, table rows and short fragments of pages. */
function isReadable({ kind, text }: Prose): boolean {
  return kind !== 'paragraph' || (!/^[#|]/.test(text) && text.split(' ').length >= 8)
}

function draw(from: readonly Prose[], size: number): Prose[] {
  const rest = [...from]
  return Array.from({ length: Math.min(size, rest.length) }, () => {
    const [drawn] = rest.splice(Math.floor(random() * rest.length), 1)
    return drawn as Prose
  })
}
