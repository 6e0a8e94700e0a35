import { counted } from '../console/counted.ts'
import { relative, resolve } from 'node:path'
import { styleText } from 'node:util'
import { wrap } from '../console/wrap.ts'
import type { Finding } from './finding.ts'

/** The output formats: human-readable, JSON, or GitHub Actions annotations. */
export const formats = { pretty, json, github } as const

export type FormatName = keyof typeof formats

/** Formats findings for humans. If `stream` is a terminal, uses colours and wraps the text to its width. */
function pretty(
  findings: readonly Finding[],
  stream: NodeJS.WriteStream = process.stdout,
  excerptOf: (finding: Finding) => string | undefined = () => undefined,
): string {
  const blocks = findings.map((finding) => {
    const { severity, code, text, remedy, ...location } = finding
    const advice = remedy !== '' && !text.includes(remedy) ? [remedy] : []
    const lines = [...withoutLocation(text, location).split('\n'), ...advice]
    const message = lines.map((line) => `  ${line}`).join('\n')
    const excerpt = excerptOf(finding)?.replaceAll(/^/gm, '  ')
    const colour = severity === 'error' ? 'red' : 'yellow'
    return [
      `${styleText(colour, severity, { stream })}  ${locationText(location)}  ${code}\n`,
      `${wrap(message, stream.columns, '  ')}\n`,
      ...(excerpt === undefined ? [] : [`${excerpt}\n`]),
    ].join('')
  })
  return [...blocks, summary(findings)].join('\n')
}

function json(findings: readonly Finding[]): string {
  return `${JSON.stringify(findings, undefined, 2)}\n`
}

/**
 * Formats findings as GitHub workflow commands:
 * https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands
 */
function github(findings: readonly Finding[]): string {
  const root = process.env['GITHUB_WORKSPACE'] ?? process.cwd()
  return findings
    .map(({ severity, code, file, line, column, text, remedy }) => {
      const location =
        file === undefined ? {} : { file: relative(root, resolve(file)), line, col: column }
      const properties = Object.entries({ title: code, ...location })
        .map(([name, value]) => `${name}=${escapeProperty(String(value))}`)
        .join(',')
      const message = text.includes(remedy) ? text : `${text} ${remedy}`
      return `::${severity} ${properties}::${escapeData(message)}\n`
    })
    .join('')
}

type Location = Pick<Finding, 'file' | 'line' | 'column'>

function locationText({ file, line, column }: Location): string {
  return file === undefined ? 'the application' : `${file}:${line}:${column}`
}

/** Returns the message of a finding without the location, which is on the line before it. */
function withoutLocation(text: string, location: Location): string {
  if (location.file === undefined) return text
  const at = `${locationText(location)}: `
  return text
    .replace(` at ${at}`, ': ')
    .replace(` (${locationText(location)}): `, ': ')
    .replace(at, '')
}

function summary(findings: readonly Finding[]): string {
  if (findings.length === 0) return 'No problems found.\n'
  const errors = findings.filter(({ severity }) => severity === 'error').length
  const counts = [counted(errors, 'error'), counted(findings.length - errors, 'warning')]
  return `${counts.join(', ')}.\n`
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
