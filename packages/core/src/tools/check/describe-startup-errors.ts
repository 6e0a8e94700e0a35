import { describeError } from '../console/describe-error.ts'
import { isAmong, type ErrorReport } from '../development/explain/error-report.ts'
import type { Finding } from './finding.ts'
import { formats } from './format-findings.ts'

/** The maximum number of problems that are printed with source code. The error page shows the source of all. */
const mostExcerpts = 5

/**
 * Formats the startup errors of an application for the terminal. `thrown` is the error that ended the boot, and `found`
 * are the errors in the declarations.
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

/** True if the message already contains source lines, as for a syntax error. */
function hasExcerpt(text: string): boolean {
  return /^\d+ \| /m.test(text)
}

/** Adds the location and the source code to a printed error, unless the message already contains them. */
function describeAlone(problem: ErrorReport['problems'][number] | undefined, text: string): string {
  if (problem?.file === undefined || problem.excerpt === undefined) return text
  const { file, line, column, excerpt } = problem
  const place = text.includes(file) ? '' : `    at ${file}:${line}:${column}\n`
  return `${text}${place}${excerpt.replaceAll(/^/gm, '  ')}\n`
}
