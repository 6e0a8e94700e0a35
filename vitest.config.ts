import { transform } from '@fw/transform/vite'
import { defineConfig } from 'vitest/config'
import { closingLine } from './spec/closing-line.ts'
import { divideTests } from './spec/shared-process.ts'
import { SlowestFirst } from './spec/slowest-first.ts'

const withoutFastPath = [
  'contract',
  'hostile-requests',
  'node-connection',
  'node-shutdown',
  'response-heads',
  'response-length',
]

const { shared, separate } = divideTests(
  ['packages/*/test/**/*.test.ts', 'apps/*/test/**/*.test.ts', 'spec/**/*.test.ts'],
  // The test of the tutorial runs these in a separate folder, with the defaults of Vitest.
  ['**/node_modules/**', 'packages/core/test/examples/tutorial/test/**'],
)

export default defineConfig({
  plugins: [transform()],
  test: {
    // Against what hangs: a slow machine takes three times as long as the usual one.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    // Most tests wait for processes, browsers and servers, not for a processor.
    maxWorkers: 8,
    sequence: { sequencer: SlowestFirst },
    reporters: ['default', closingLine],
    globalSetup: [
      'packages/query/test/databases/global-setup.ts',
      'spec/published-packages.ts',
      'spec/shared-by-tests.ts',
    ],
    projects: [
      {
        extends: true,
        test: { name: 'separate', include: separate },
      },
      {
        // A process loads the framework once for many of these files.
        extends: true,
        test: {
          name: 'shared',
          include: shared,
          isolate: false,
          setupFiles: ['spec/unchanged-process.ts'],
        },
      },
      {
        // The Node adapter by the public interface of node:http alone.
        extends: true,
        test: {
          name: 'FW_FAST=0',
          env: { FW_FAST: '0' },
          include: withoutFastPath.map(
            (name) => `packages/core/test/http/adapters/${name}.test.ts`,
          ),
        },
      },
    ],
  },
})
