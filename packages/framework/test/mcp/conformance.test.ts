import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { serve, type RunningServer } from 'fw/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../../spec/verifies.ts'
import { ConformanceTools } from './fixtures/conformance-tools.ts'
import { kernelOf } from './serving.ts'

const suite = fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/package.json'))
const program = join(suite, '../dist/index.js')
const baseline = fileURLToPath(new URL('conformance-baseline.yml', import.meta.url))

// The suite has no scenarios of its own for this version; these are within the feature set.
const scenariosOf2025March = [
  'server-initialize',
  'ping',
  'tools-list',
  'tools-call-simple-text',
  'tools-call-image',
  'tools-call-audio',
  'tools-call-embedded-resource',
  'tools-call-mixed-content',
  'tools-call-error',
  'tools-call-with-progress',
  'resources-list',
  'resources-read-text',
  'resources-read-binary',
  'resources-templates-read',
  'dns-rebinding-protection',
]

let server: RunningServer
const folder = mkdtempSync(join(tmpdir(), 'conformance-'))

beforeAll(async () => {
  server = await serve(kernelOf([ConformanceTools]), { port: 0, host: '127.0.0.1' })
})

afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

/** What the suite prints; rejects where it does not end with exit code 0. */
async function run(...words: string[]): Promise<string> {
  const url = `http://127.0.0.1:${server.port}/mcp`
  const all = [program, 'server', '--url', url, ...words]
  return (await promisify(execFile)(process.execPath, all, { cwd: folder })).stdout
}

describe('the official conformance suite', () => {
  verifies(
    ['mcp.modern-era', 'mcp.http'],
    'passes for 2026-07-28, except for what the baseline names',
    async () => {
      const version = ['--suite', 'all', '--spec-version', '2026-07-28']
      const printed = await run(...version, '--expected-failures', baseline)
      expect(printed).toContain('✓ http-header-validation: 14 passed, 0 failed')
      expect(printed).toContain('✓ http-custom-header-server-validation: 10 passed, 0 failed')
    },
  )

  verifies(
    ['mcp.legacy-era', 'mcp.http'],
    'passes for 2025-11-25 and 2025-06-18, except for what the baseline names',
    async () => {
      for (const version of ['2025-11-25', '2025-06-18']) {
        const words = ['--suite', 'all', '--spec-version', version]
        const printed = await run(...words, '--expected-failures', baseline)
        expect(printed).toContain('✓ tools-call-with-progress: 2 passed, 0 failed')
      }
    },
  )

  test('asks servers nothing about authorization, of which all its scenarios judge clients or issuers', async () => {
    const listed = (await promisify(execFile)(process.execPath, [program, 'list'])).stdout
    const [, ofServers = '', ofClients = '', ofIssuers = ''] = listed.split(/^\w.* scenarios .*$/mu)
    expect(ofServers).toContain('- tools-list')
    expect(ofServers).not.toMatch(/auth|oauth|token/iu)
    expect(ofClients).toContain('- auth/scope-step-up')
    expect(ofIssuers).toContain('- authorization-server-metadata-endpoint')
  })

  test('passes for 2025-03-26', async () => {
    const rest = [...scenariosOf2025March]
    const runRest = async () => {
      for (let scenario = rest.pop(); scenario !== undefined; scenario = rest.pop()) {
        await run('--scenario', scenario, '--spec-version', '2025-03-26', '--force')
      }
    }
    await Promise.all([runRest(), runRest()])
  }, 90_000)
})
