import { relative, resolve } from 'node:path'
import type { Finding } from './finding.ts'

/** The output formats: for people, for programs, or as annotations of GitHub Actions. */
export const formats = { pretty, json, github } as const

export type FormatName = keyof typeof formats

function pretty(findings: readonly Finding[]): string {
  const blocks = findings.map(({ severity, code, text, remedy, ...place }) => {
    const lines = [`${severity}  ${placeText(place)}  ${code}`, ...text.split('\n')]
    if (remedy !== '' && !text.includes(remedy)) lines.push(remedy)
    return `${lines.join('\n  ')}\n`
  })
  return [...blocks, summary(findings)].join('\n')
}

function json(findings: readonly Finding[]): string {
  return `${JSON.stringify(findings, undefined, 2)}\n`
}

/** https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands */
function github(findings: readonly Finding[]): string {
  const root = process.env['GITHUB_WORKSPACE'] ?? process.cwd()
  return findings
    .map(({ severity, code, file, line, column, text, remedy }) => {
      const place =
        file === undefined ? {} : { file: relative(root, resolve(file)), line, col: column }
      const properties = Object.entries({ title: code, ...place })
        .map(([name, value]) => `${name}=${escapeProperty(String(value))}`)
        .join(',')
      const message = text.includes(remedy) ? text : `${text} ${remedy}`
      return `::${severity} ${properties}::${escapeData(message)}\n`
    })
    .join('')
}

function placeText({ file, line, column }: Pick<Finding, 'file' | 'line' | 'column'>): string {
  return file === undefined ? 'the application' : `${file}:${line}:${column}`
}

function summary(findings: readonly Finding[]): string {
  if (findings.length === 0) return 'Nothing is wrong.\n'
  const errors = findings.filter(({ severity }) => severity === 'error').length
  const counts = [counted(errors, 'error'), counted(findings.length - errors, 'warning')]
  return `${counts.join(', ')}.\n`
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
