import { describeError } from '../console/describe-error.ts'
import { isAmong, type ErrorReport } from '../development/explain/error-report.ts'
import type { Finding } from './finding.ts'
import { formats } from './format-findings.ts'

/** The number of problems whose source is printed. The page shows it for all. */
const mostExcerpts = 5

/**
 * Formats the startup errors of an application for the terminal. `thrown` ended the boot, and `found` are the errors in the
 * declarations.
 */
export function describeStartupErrors(
  { problems }: ErrorReport,
  thrown: unknown,
  found: readonly Finding[],
): string {
  const own = isAmong(found, thrown) ? '' : describeAlone(problems[0], describeError(thrown))
  if (found.length === 0) return own
  const shown = problems.slice(0, mostExcerpts)
  const excerptOf = ({ text }: Finding) =>
    hasExcerpt(text) ? undefined : shown.find((problem) => problem.text === text)?.excerpt
  return own + formats.pretty(found, process.stderr, excerptOf)
}

/** True for the message of a syntax error, which contains the lines. */
function hasExcerpt(text: string): boolean {
  return /^\d+ \| /m.test(text)
}

/** Adds the location and the source to a printed error, unless it contains them. */
function describeAlone(problem: ErrorReport['problems'][number] | undefined, text: string): string {
  if (problem?.file === undefined || problem.excerpt === undefined) return text
  const { file, line, column, excerpt } = problem
  const place = text.includes(file) ? '' : `    at ${file}:${line}:${column}\n`
  return `${text}${place}${excerpt.replaceAll(/^/gm, '  ')}\n`
}
