/**
 * Returns the decoded path of a file below a mount path, or `index.html` for a folder; undefined if the path is not
 * served. `mount` is percent-encoded and does not end with a slash.
 */
export function filePathOf(path: string, mount: string): string | undefined {
  if (!path.startsWith(`${mount}/`)) return undefined
  const segments = path.slice(mount.length + 1).split('/')
  const folders = segments.slice(0, -1).map(decoded)
  const name = decoded(segments.at(-1) || 'index.html')
  if (name === undefined || !isServed(name)) return undefined
  const areServed = folders.every((folder) => folder !== undefined && isServed(folder))
  return areServed ? [...folders, name].join('/') : undefined
}

function isServed(segment: string): boolean {
  if (segment === '' || /[/\\\0]/u.test(segment)) return false
  return !segment.startsWith('.') || segment === '.well-known'
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}
