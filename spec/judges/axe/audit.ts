import axe from 'axe-core'
import type { Page } from 'playwright-core'
import type { CaseList } from '../judge.ts'

const widths = [1280, 390]
const schemes = ['light', 'dark'] as const

/** Runs the rules of axe on an open page, at two widths, light and dark. Each rule that applies is a case. */
export async function auditPage(name: string, page: Page, cases: CaseList): Promise<void> {
  const failures = new Map<string, Set<string>>()
  const failuresOf = (key: string) => {
    const known = failures.get(key) ?? new Set()
    failures.set(key, known)
    return known
  }
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      // Rules other than those about colours see no difference between light and dark.
      for (const outcome of await runAxe(page, colorScheme === 'dark')) {
        failuresOf(outcome.rule)
        for (const { kind, message } of outcome.nodes) {
          const key = kind === null ? outcome.rule : `${outcome.rule}: ${kind}`
          failuresOf(key).add(`${width} px, ${colorScheme}: ${outcome.help}: ${message}`)
        }
      }
    }
  }
  for (const [key, messages] of [...failures].sort()) {
    await cases.check(`${name}: ${key}`, () => {
      if (messages.size > 0) throw new Error([...messages].join('\n'))
    })
  }
}

interface Outcome {
  readonly rule: string
  readonly help: string
  readonly nodes: readonly Violation[]
}

interface Violation {
  /** The kind of an element that a library renders, such as `span.url`; null for our own elements. */
  readonly kind: string | null
  readonly message: string
}

async function runAxe(page: Page, colorsAlone: boolean): Promise<Outcome[]> {
  if (!(await page.evaluate('Boolean(globalThis.axe)'))) await page.evaluate(axe.source)
  return page.evaluate(async (onlyColors) => {
    // Transitions to the other colours are over.
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished))
    const { axe: program } = globalThis as unknown as { readonly axe: typeof axe }
    const { passes, violations } = await program.run(document, {
      resultTypes: ['violations'],
      elementRef: true,
      ...(onlyColors && { runOnly: ['color-contrast', 'link-in-text-block'] }),
    })
    return [
      ...passes.map(({ id, help }) => ({ rule: id, help, nodes: [] })),
      ...violations.map(({ id, help, nodes }) => ({ rule: id, help, nodes: nodes.map(explain) })),
    ]

    function explain({ element, html, failureSummary = '' }: axe.NodeResult): Violation {
      const isForeign = element?.closest('.swagger-ui, .VPLocalSearchBox') ?? null
      const kind = isForeign && [element?.localName, ...(element?.classList ?? [])].join('.')
      return { kind, message: `${html.slice(0, 200)} ${failureSummary.split('\n').join(' ')}` }
    }
  }, colorsAlone)
}
