import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CaseList } from '../judge.ts'
import { runScanner } from './programs.ts'

// Those that need no service on the Internet.
const modules =
  'backup,blindsql,cookieflags,crlf,csp,csrf,exec,file,htaccess,http_headers,methods,permanentxss,redirect,shellshock,sql,xss'

const options =
  '--max-scan-time 10 --max-attack-time 5 --flush-session --no-bugreport -v 0 -f json'.split(' ')

interface Finding {
  readonly level: number
  readonly method: string
  readonly path: string
  readonly info: string
}

interface Report {
  readonly vulnerabilities: Readonly<Record<string, readonly Finding[]>>
  readonly anomalies: Readonly<Record<string, readonly Finding[]>>
}

/** Each case is a kind of vulnerability or anomaly that wapiti looks for. Level 2 is medium, 3 is high. */
export async function judgeVulnerabilities(
  address: string,
  folder: string,
  cases: CaseList,
): Promise<void> {
  const paths = ['/api/articles?tag=tea&author=ada&limit=2', '/api/profiles/ada', '/api/tags']
  const report = join(folder, 'wapiti.json')
  await cases.check('wapiti: the scan ends', () =>
    runScanner('wapiti', [
      ...options,
      '-m',
      modules,
      '-u',
      `${address}/`,
      ...paths.flatMap((path) => ['-s', address + path]),
      '--store-session',
      join(folder, 'session'),
      '--store-config',
      join(folder, 'config'),
      '-o',
      report,
    ]),
  )
  const { vulnerabilities, anomalies } = JSON.parse(readFileSync(report, 'utf8')) as Report
  for (const [kind, findings] of Object.entries({ ...vulnerabilities, ...anomalies })) {
    await cases.check(`wapiti: ${kind}`, () => {
      const severe = findings.filter(({ level }) => level >= 2)
      const lines = severe.map(({ method, path, info }) => `${method} ${path}: ${info}`)
      if (lines.length > 0) throw new Error(lines.join('\n'))
    })
  }
}
