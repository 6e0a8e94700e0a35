import assert from 'node:assert/strict'
import { Config, Container, Kernel, Logger, McpResource, Router } from '@fw/core'
import { McpRegistry } from '@fw/core/mcp'
import type { CaseList } from '../judge.ts'

/** The cases of a format. */
export interface Texts {
  readonly valid: readonly string[]
  readonly invalid: readonly string[]
}

/** Addresses of proxies are those of IP, and ranges of them. */
export async function checkAddresses(cases: CaseList, name: string, texts: Texts): Promise<void> {
  for (const text of texts.valid) {
    await cases.check(`proxies take the ${name} address ${JSON.stringify(text)}`, () => trust(text))
  }
  for (const text of texts.invalid) {
    if (isRead(text)) continue
    await cases.check(`proxies refuse the ${name} address ${JSON.stringify(text)}`, () =>
      assert.throws(() => trust(text), /FW_TRUSTED_PROXIES/u),
    )
  }
}

/** True if the configuration means something else: white space around entries, ranges, and the other kind of address. */
function isRead(text: string): boolean {
  return (
    text === '' || text !== text.trim() || /\/|^::ffff:192\.168\.0\.1$|^127\.0\.0\.1$/u.test(text)
  )
}

function trust(text: string): void {
  const config = Config.of({ FW_TRUSTED_PROXIES: text })
  const container = new Container().instance(Config, config).instance(Logger, new Silent()).boot()
  assert.ok(new Kernel(container, new Router()))
}

/** No resource of agents is published with a uri that is no template of RFC 6570. */
export async function checkTemplates(cases: CaseList, { invalid }: Texts): Promise<void> {
  for (const text of invalid) {
    await cases.check(`McpResource refuses ${JSON.stringify(text)}`, () => {
      class Resources {
        @McpResource(`app://x/${text}`, 'a', 'A.')
        read(): string {
          return ''
        }
      }
      assert.throws(() => new McpRegistry().register(Resources), /cannot be used/u)
    })
  }
}

class Silent extends Logger {
  debug() {}
  info() {}
  warn() {}
  error() {}
}
