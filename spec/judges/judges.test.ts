import { expect, test } from 'vitest'
import { findJudgeFolders, findJudges } from './find-judges.ts'
import { judgeBy } from './judge.ts'

const judges = await findJudges()

test('each judge has the name of its folder', () => {
  expect(judges.map(({ name }) => name)).toEqual(findJudgeFolders())
})

for (const judge of judges) {
  if (!judge.isQuick) continue
  test(
    `${judge.name}: every case passes or has a reason`,
    { timeout: 180_000 },
    async ({ skip }) => {
      skip(judge.missing !== undefined, judge.missing)
      const { cases, problems } = await judgeBy(judge, false)
      expect(problems).toEqual([])
      expect(cases).toBeGreaterThan(0)
    },
  )
}
