import { describeError } from '../console/describe-error.ts'
import { isAmong, type ErrorReport } from '../development/explain/error-report.ts'
import type { Finding } from './finding.ts'
import { formats } from './format-findings.ts'

/**
 * The maximum number of problems that are printed with source code. The error page shows the source code of all
 * problems.
 */
const maxExcerpts = 5

/**
 * Formats the startup errors of an application for the terminal. `thrown` is the error that ended the boot, and
 * `findings` are the errors in the declarations.
 */
export function describeStartupErrors(
  { problems }: ErrorReport,
  thrown: unknown,
  findings: readonly Finding[],
): string {
  const bootError = isAmong(findings, thrown)
    ? ''
    : describeAlone(problems[0], describeError(thrown))
  if (findings.length === 0) return bootError
  const shown = problems.slice(0, maxExcerpts)
  const excerptOf = ({ text }: Finding) =>
    hasExcerpt(text) ? undefined : shown.find((problem) => problem.text === text)?.excerpt
  return bootError + formats.pretty(findings, process.stderr, excerptOf)
}

/** True if the message already contains source lines, as for a syntax error. */
function hasExcerpt(text: string): boolean {
  return /^\d+ \| /m.test(text)
}

/** Adds the source code to a printed error. Also adds the location, unless the message contains the file. */
function describeAlone(problem: ErrorReport['problems'][number] | undefined, text: string): string {
  if (problem?.file === undefined || problem.excerpt === undefined) return text
  const { file, line, column, excerpt } = problem
  const location = text.includes(file) ? '' : `    at ${file}:${line}:${column}\n`
  return `${text}${location}${excerpt.replaceAll(/^/gm, '  ')}\n`
}
