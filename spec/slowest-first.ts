import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The test files that take longest, the slowest first. If one started late, it would run alone at the end. */
export const slowest: readonly string[] = [
  'spec/created/created.test.ts',
  'spec/created/parts.test.ts',
  'spec/release/release.test.ts',
  'spec/packed/packed.test.ts',
  'packages/queue/test/redis-failover.test.ts',
  'packages/queue/test/redis-topologies.test.ts',
  'packages/queue/test/database.test.ts',
  'apps/docs/test/site.test.ts',
  'packages/core/test/features/openapi/generators.test.ts',
  'packages/core/test/tools/development/restarts.test.ts',
  'packages/core/test/http/adapters/platforms.test.ts',
  'packages/core/test/base/redis/failover.test.ts',
  'packages/queue/test/several-processes.test.ts',
  'packages/core/test/features/openapi/exactness.test.ts',
  'packages/core/test/features/workers/workers.test.ts',
  'packages/schedule/test/schedulers.test.ts',
  'apps/pingpong/test/supervisor.test.ts',
  'packages/core/test/tools/build/bundle.test.ts',
  'apps/pingpong/test/outages.test.ts',
  'apps/conduit/test/front-end.test.ts',
  'packages/queue/test/worker-process.test.ts',
  'packages/core/test/tools/build/monorepo.test.ts',
  'packages/core/test/examples/tutorial.test.ts',
  'packages/telemetry/test/spans.test.ts',
  'packages/core/test/features/openapi/docs-page.test.ts',
  'spec/judges/judges.test.ts',
  'spec/mutants/judge-change.test.ts',
  'packages/core/test/http/adapters/soak.test.ts',
  'packages/core/test/http/adapters/large-uploads.test.ts',
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
