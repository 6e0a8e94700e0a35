import { transform } from '@fw/transform/vite'
import { defineConfig } from 'vitest/config'
import { closingLine } from './spec/closing-line.ts'

export default defineConfig({
  plugins: [transform()],
  test: {
    include: ['packages/*/test/**/*.test.ts', 'apps/*/test/**/*.test.ts', 'spec/**/*.test.ts'],
    globalSetup: ['packages/query/test/databases/global-setup.ts'],
    // Against what hangs: a slow machine takes three times as long as the usual one.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Most tests wait for processes, browsers and servers, not for a processor.
    maxWorkers: 4,
    reporters: ['default', closingLine],
  },
})
