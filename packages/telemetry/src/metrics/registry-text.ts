/** Merges the outputs of other registries: the values of equal series are summed, and comments are kept once. */
export function mergeTexts(texts: readonly string[]): readonly string[] {
  const [only] = texts
  if (only === undefined) return []
  if (texts.length === 1) return [only.endsWith('\n') ? only : `${only}\n`]
  const lines = new Map<string, number | undefined>()
  for (const line of texts.flatMap((text) => text.split('\n'))) {
    const end = line.lastIndexOf(' ')
    if (line === '' || line.startsWith('#') || end === -1) {
      if (line !== '') lines.set(line, undefined)
    } else {
      const key = line.slice(0, end)
      lines.set(key, (lines.get(key) ?? 0) + Number(line.slice(end + 1)))
    }
  }
  const all = Array.from(lines, ([line, sum]) =>
    sum === undefined ? line : `${line} ${numberText(sum)}`,
  )
  return [`${all.join('\n')}\n`]
}

/** Returns the lines of counters and histograms in the Prometheus format. */
export function counterLines(text: string): string {
  let isCounter = false
  const lines = text.split('\n').filter((line) => {
    const [, type] = /^# TYPE \S+ (\S+)/.exec(line) ?? []
    if (type !== undefined) isCounter = type === 'counter' || type === 'histogram'
    return isCounter && line !== '' && !line.startsWith('# HELP')
  })
  return lines.map((line) => `${line}\n`).join('')
}

export function numberText(value: number): string {
  if (Number.isFinite(value)) return String(value)
  return Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf'
}
