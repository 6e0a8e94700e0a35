import type * as rolldown from 'rolldown'
import { resolveInstalled } from '../discovery/resolve-installed.ts'
import { BundlerNotInstalled } from './errors.ts'

/** rolldown, as the application or one of its tools has it installed. Throws `BundlerNotInstalled`. */
export async function loadBundler(folder: string): Promise<typeof rolldown> {
  const address = resolveInstalled('rolldown', folder)
  if (address === undefined) throw new BundlerNotInstalled()
  return await import(/* @vite-ignore */ address)
}
