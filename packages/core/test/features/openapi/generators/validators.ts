import { fileURLToPath } from 'node:url'
import { generator, type Clients } from './clients.ts'

/** Rules of Spectral that ask for what a document need not have. */
const offRules = {
  // An application need not name a person.
  'info-contact': 'off',
  // A package need not have a description.
  'info-description': 'off',
  // A summary may be all that is to be said.
  'operation-description': 'off',
  // A tuple has prefixItems, which the rule does not know; with items next to them, hey-api adds an
  // element.
  'array-items': 'off',
}

/** Rules of Redocly that ask for a status which an operation need not have: no input has no 4xx, a redirect no 2xx. */
const silentRules = new Set(['operation-4xx-response', 'operation-2xx-response'])

/** The findings of each validator in the document of a folder. */
export const validators: Readonly<Record<string, (clients: Clients) => Promise<unknown>>> = {
  async Redocly(clients) {
    const redocly = fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js'))
    const output = await clients.run(redocly, 'lint', 'openapi.json', '--format=json')
    const { problems } = JSON.parse(output) as { problems: { ruleId: string }[] }
    return problems.filter(({ ruleId }) => !silentRules.has(ruleId))
  },
  async Spectral(clients) {
    clients.write({
      '.spectral.json': JSON.stringify({ extends: 'spectral:oas', rules: offRules }),
    })
    const words = ['lint', 'openapi.json', '-q', '-f', 'json']
    return JSON.parse(await clients.run(generator('spectral'), ...words))
  },
  async Scalar(clients) {
    clients.write({ 'validate.mjs': scalar })
    return JSON.parse(await clients.run('validate.mjs'))
  },
}

const scalar = `import { readFileSync } from 'node:fs'
import { validate } from '@scalar/openapi-parser'

const { valid, errors } = await validate(readFileSync('openapi.json', 'utf8'))
console.log(JSON.stringify(valid ? [] : errors))
`
