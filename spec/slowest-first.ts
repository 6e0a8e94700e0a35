import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The test files that take longest, the slowest first. If one started late, it would run alone at the end. */
export const slowest: readonly string[] = [
  'spec/created/created.test.ts',
  'spec/created/parts.test.ts',
  'packages/core/test/tools/development/restarts.test.ts',
  'packages/core/test/tools/build/bundle.test.ts',
  'packages/core/test/features/workers/workers.test.ts',
  'spec/packed/packed.test.ts',
  'packages/queue/test/commands.test.ts',
  'packages/migrate/test/migrate.test.ts',
  'spec/judges/judges.test.ts',
  'packages/core/test/features/openapi/response-exactness.test.ts',
  'packages/core/test/tools/check/fix.test.ts',
  'packages/queue/test/redis-topologies.test.ts',
  'packages/create/test/create.test.ts',
  'packages/core/test/base/redis/failover.test.ts',
  'packages/core/test/features/workers/two-urls.test.ts',
  'packages/schedule/test/redis-failover.test.ts',
]

/** Starts the slowest files first; the others in the order of Vitest. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => rank(a) - rank(b))
  }
}

function rank({ moduleId }: TestSpecification): number {
  const index = slowest.findIndex((path) => moduleId.endsWith(`/${path}`))
  return index === -1 ? slowest.length : index
}
