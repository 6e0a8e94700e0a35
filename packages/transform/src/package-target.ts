const conditions = new Set(['node', 'import', 'module-sync', 'default'])

/** What a key of a package.json's `imports` or `exports` leads to. */
export function packageTarget(map: unknown, key: string): string | undefined {
  if (!isObject(map) || !Object.keys(map).some((name) => /^[.#]/.test(name))) {
    return key === '.' ? chooseTarget(map, '') : undefined
  }
  if (key in map) return chooseTarget(map[key], '')
  for (const pattern of Object.keys(map).toSorted(bySpecificity)) {
    const [start, end] = pattern.split('*')
    if (start === undefined || end === undefined) continue
    if (key.length >= pattern.length && key.startsWith(start) && key.endsWith(end)) {
      return chooseTarget(map[pattern], key.slice(start.length, key.length - end.length))
    }
  }
  return undefined
}

function chooseTarget(target: unknown, star: string): string | undefined {
  if (typeof target === 'string') return target.replaceAll('*', star)
  if (Array.isArray(target)) return chooseTarget(target[0], star)
  if (!isObject(target)) return undefined
  for (const [condition, inner] of Object.entries(target)) {
    const chosen = conditions.has(condition) ? chooseTarget(inner, star) : undefined
    if (chosen !== undefined) return chosen
  }
  return undefined
}

function bySpecificity(a: string, b: string): number {
  return b.indexOf('*') - a.indexOf('*')
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
