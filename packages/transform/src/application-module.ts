import { relative, sep } from 'node:path'
import { nearestPackage } from './package-json.ts'

/**
 * Whether a file is a TypeScript module whose classes are to be described. The framework's own are
 * not: installed, they are JavaScript, and in its repository they are to behave the same.
 */
export function isApplicationModule(path: string): boolean {
  if (!/\.m?ts$/.test(path) || /[\\/]node_modules[\\/]/.test(path)) return false
  const { folder, json } = nearestPackage(path) ?? {}
  if (folder === undefined || !/^(?:fw$|@fw\/)/.test(json?.name ?? '')) return true
  return !/^(?:src|bin)$/.test(relative(folder, path).split(sep, 1)[0] ?? '')
}
