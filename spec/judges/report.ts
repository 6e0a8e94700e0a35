import type { Judge, Result } from './judge.ts'

const head = `# Judges

Cases that other people wrote, run against this project. \`npm run judges\` runs all of them, \`npm run judges -- <name>\` one.
The quick ones run with \`npm test\`. The command writes this page.

| Judge | Source | Cases | Passed | With \`npm test\` |
| --- | --- | --: | --: | --- |
`

/** How many cases with the same reason the page names. */
const maxNames = 25

/** The page with these results, which keeps the rows and sections of judges that did not run. */
export function writeReport(
  previous: string,
  judges: readonly Judge[],
  results: ReadonlyMap<string, Result>,
): string {
  let rows = ''
  let notes = ''
  let sections = ''
  for (const judge of judges) {
    const result = results.get(judge.name)
    rows += result ? rowOf(judge, result) : (rowIn(previous, judge.name) ?? '')
    if (judge.note !== undefined) notes += `\n${judge.name}: ${judge.note}\n`
    sections += result ? sectionOf(judge, result) : (sectionIn(previous, judge.name) ?? '')
  }
  return `${head}${rows}${notes}${sections}`
}

function rowOf({ name, source, isQuick }: Judge, { cases, passed }: Result): string {
  return `| ${name} | ${source} | ${cases} | ${passed} | ${isQuick ? 'yes' : 'no'} |\n`
}

function sectionOf({ name }: Judge, { excused }: Result): string {
  if (excused.length === 0) return ''
  // Cases that run at the same time end in another order each time.
  const sorted = excused.toSorted(([one], [other]) => (one < other ? -1 : 1))
  const byReason = Map.groupBy(sorted, ([, reason]) => reason)
  const lines = [...byReason].map(
    ([reason, group]) =>
      `- ${reason}\n${namesOf(group)
        .map((item) => `  - ${item}\n`)
        .join('')}`,
  )
  return `\n## ${name}: cases that do not pass\n\n${lines.join('')}`
}

function namesOf(excused: Result['excused']): string[] {
  const names = excused.map(([name]) => name)
  const more = names.length - maxNames
  return more > 1
    ? [...names.slice(0, maxNames), `and ${more} more, which the command lists`]
    : names
}

function rowIn(page: string, name: string): string | undefined {
  return page.match(new RegExp(`^\\| ${name} +\\|.*\\n`, 'mu'))?.[0]
}

function sectionIn(page: string, name: string): string | undefined {
  return page.match(new RegExp(`\\n## ${name}: [^]*?(?=\\n## |$(?![^]))`, 'u'))?.[0]
}
