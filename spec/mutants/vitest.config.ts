import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { transform } from '@fw/transform/vite'
import { defineConfig, type Plugin } from 'vitest/config'

/** The tests that `run.ts` chooses, in one process after the other. */
export default defineConfig({
  plugins: [ownPackages(), transform()],
  test: {
    testTimeout: 120_000,
    // Shorter than in other runs: a test that notices a fault often waits for what does not happen.
    expect: { poll: { timeout: 10_000 } },
    // So that a busy machine does not look like a fault that a test noticed.
    retry: 1,
    include: (process.env['FW_MUTANTS_TESTS'] ?? '').split(','),
    exclude: ['**/node_modules/**'],
    globalSetup: [
      '../../packages/query/test/databases/global-setup.ts',
      '../shared-by-tests.ts',
    ].map((path) => fileURLToPath(new URL(path, import.meta.url))),
  },
})

/** Resolves the packages of the repository to their copies with faults. `node_modules` leads to the originals. */
function ownPackages(): Plugin {
  return {
    name: 'own-packages',
    enforce: 'pre',
    resolveId(specifier) {
      const [, name] = /^@fw\/([^/]+)/.exec(specifier) ?? []
      if (name === undefined) return undefined
      const manifest = new URL(`../../packages/${name}/package.json`, import.meta.url)
      return createRequire(manifest).resolve(specifier)
    },
  }
}
