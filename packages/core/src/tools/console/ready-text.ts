import { styleText } from 'node:util'
import { describeVersion } from './describe-version.ts'
import type { Start } from './standby-process.ts'

/**
 * Returns the lines that `fw dev` prints on a terminal when the application is ready: the address and pages after the
 * first start, one line after a restart. `pages` are paths by name. The keyboard shortcuts come last.
 */
export function readyText(
  address: string,
  { since, isRestart, keys }: Start,
  pages: Readonly<Record<string, string>>,
): string {
  const took = `ready in ${Math.round(Date.now() - since)} ms`
  if (isRestart) return styleText('dim', `Restarted, ${took}.`)
  const [release = ''] = describeVersion().split(',')
  const rows = Object.entries({ Local: '', ...pages }).map(
    ([name, path]) => `  ${name.padEnd(12)}${styleText('cyan', address + path)}`,
  )
  if (keys !== undefined) rows.push(styleText('dim', `  ${'Keys'.padEnd(12)}${keys}`))
  return ['', `  ${styleText('bold', release)}  ${took}`, '', ...rows, ''].join('\n')
}
